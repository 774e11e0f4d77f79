import { invalidRequest, unavailable, type ApiError } from "../api-error.ts";
import { BadFile, checkFile, hasShape, type FileHash, type VerifiedFile } from "./check-file.ts";
import { pause, StallWatch } from "./stall-watch.ts";
import { existingCache, isFull, openCache, storageFull } from "./model-cache.ts";

const TRIES = 4;
const FIRST_PAUSE_MS = 500;
/** Header of a stored response that tells which hash its body was checked against. */
const HASH_HEADER = "x-checked-hash";

/** A connection over which nothing comes for so long is given up. */
const STALL_LIMIT_MS = 30_000;

/** A stored file, or null when it is missing or not what it should be. Its body is read from disk only when used. */
export async function readVerified(file: VerifiedFile): Promise<Response | null> {
  const cache = await existingCache(file.cache);
  const response = await cache?.match(new Request(file.url));
  if (response?.status !== 200) return null;
  const isWrong =
    (file.hash !== undefined && contradicts(file.hash, response.headers.get(HASH_HEADER))) ||
    (file.bytes !== undefined && (await response.clone().blob()).size !== file.bytes) ||
    (file.shape !== undefined && !hasShape(await response.clone().text(), file.shape));
  return isWrong ? null : response;
}

/** True when a stored body was checked against another hash of the same kind: the server has a new version. */
function contradicts({ algorithm, hex }: FileHash, checked: string | null): boolean {
  return checked?.startsWith(`${algorithm}:`) === true && checked !== `${algorithm}:${hex}`;
}

/**
 * Makes sure that a file is in its cache, whole and checked.
 *
 * A connection that breaks is taken up again where it broke (`Range`), a few times. Nothing but a complete, readable,
 * matching body is stored: no app page with status 200 (huggingface/transformers.js#1187), no part (…#1561), no opaque
 * answer (GoogleChrome/workbox#2226).
 *
 * @param neededBytes - size of the whole download, for the message when the store is full
 * @param onBytes - told how many bytes of this file are here
 */
export async function fetchVerified(
  file: VerifiedFile,
  neededBytes: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  signal.throwIfAborted();
  if (file.given !== undefined) {
    const body = await take(file, file.given);
    onBytes(body.size);
    return store(file, body, neededBytes);
  }
  const stored = await readChecked(file);
  if (stored !== null && file.fresh !== true) {
    onBytes(file.bytes ?? (await stored.blob()).size);
    return;
  }
  let body: Blob;
  try {
    // What is stored will do where the server cannot be reached: no second try.
    body = await receive(file, stored === null ? TRIES : 1, signal, onBytes);
  } catch (error) {
    if (stored !== null && !signal.aborted) return;
    throw error;
  }
  await store(file, body, neededBytes);
}

/** As {@link readVerified}; what something else has stored is hashed once, before it is believed. */
async function readChecked(file: VerifiedFile): Promise<Response | null> {
  const stored = await readVerified(file);
  if (stored === null || file.hash === undefined || stored.headers.has(HASH_HEADER)) return stored;
  const body = await stored.blob();
  try {
    await checkFile(file, body);
  } catch {
    return null;
  }
  await store(file, body, body.size);
  return readVerified(file);
}

/** A file of the disk, once it has been read and checked. */
async function take(file: VerifiedFile, given: Blob): Promise<Blob> {
  try {
    await checkFile(file, given);
    return given;
  } catch (error) {
    const reason = error instanceof BadFile ? error.message : "it cannot be read any more";
    throw invalidRequest(`The file ${nameOf(file)} cannot be used: ${reason}.`, "files");
  }
}

async function receive(
  file: VerifiedFile,
  tries: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: unknown;
  for (let attempt = 0; attempt < tries; attempt++) {
    if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal);
    try {
      parts = await continueBody(file, parts, signal, onBytes);
      const body = new Blob(parts);
      await checkFile(file, body);
      return body;
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
      if (error instanceof BadFile && error.isFinal) break;
      if (error instanceof Interrupted) parts = error.parts;
      else parts = [];
    }
  }
  throw downloadFailed(file, failure);
}

/** The connection broke; what has come so far is kept. */
class Interrupted extends Error {
  readonly parts: Uint8Array<ArrayBuffer>[];

  constructor(parts: Uint8Array<ArrayBuffer>[], cause: unknown) {
    super("The connection broke.", { cause });
    this.parts = parts;
  }
}

/** Asks for the rest of a body of which `parts` are here, and returns all of it. */
async function continueBody(
  file: VerifiedFile,
  parts: Uint8Array<ArrayBuffer>[],
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  let received = parts.reduce((sum, part) => sum + part.length, 0);
  const stall = new StallWatch(signal, STALL_LIMIT_MS);
  const headers: HeadersInit = received > 0 ? { range: `bytes=${received}-` } : {};
  let all = parts;
  try {
    const response = await fetch(file.url, { headers, signal: stall.signal, cache: "no-store" });
    checkAnswer(response, received);
    if (response.status !== 206) {
      all = [];
      received = 0;
    }
    const reader = response.body?.getReader();
    for (;;) {
      stall.alive();
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done || value === undefined) break;
      all.push(value);
      received += value.length;
      onBytes(received);
    }
  } catch (error) {
    throw error instanceof BadFile ? error : new Interrupted(all, error);
  } finally {
    stall.end();
  }
  if (file.bytes !== undefined && received < file.bytes) {
    throw new Interrupted(all, new Error(`${received} of ${file.bytes} bytes came`));
  }
  return all;
}

/** @param from - the byte from which on the rest was asked for */
function checkAnswer(response: Response, from: number): void {
  const { status } = response;
  if (response.type === "opaque") {
    throw new BadFile("its server does not allow other sites (CORS)", true);
  }
  if (status !== 200 && status !== 206) {
    const mayPass = status >= 500 || status === 408 || status === 416 || status === 429;
    throw new BadFile(`the server answered ${status}`, !mayPass);
  }
  const range = response.headers.get("content-range");
  if (status === 206 && (from === 0 || range?.startsWith(`bytes ${from}-`) === false)) {
    throw new BadFile("the server sent another part than the one asked for");
  }
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) throw new BadFile("the server sent a web page instead");
}

async function store(file: VerifiedFile, body: Blob, neededBytes: number): Promise<void> {
  const headers = new Headers({
    "content-length": String(body.size),
    "content-type": file.json === true ? "application/json" : "application/octet-stream",
  });
  if (file.hash !== undefined) headers.set(HASH_HEADER, `${file.hash.algorithm}:${file.hash.hex}`);
  const cache = await openCache(file.cache);
  try {
    await cache.put(new Request(file.url), new Response(body, { headers }));
  } catch (error) {
    throw isFull(error) ? storageFull(neededBytes, error) : error;
  }
}

function downloadFailed(file: VerifiedFile, failure: unknown): ApiError {
  return unavailable(
    "model_not_downloaded",
    `The model file ${nameOf(file)} could not be fetched: ${reasonOf(file, failure)}. Try again.`,
    5,
  );
}

function nameOf({ url }: VerifiedFile): string {
  return new URL(url).pathname.split("/").at(-1) ?? url;
}

function reasonOf({ url }: VerifiedFile, failure: unknown): string {
  if (failure instanceof BadFile) return failure.message;
  const here = (globalThis as { readonly location?: { readonly origin: string } }).location;
  const isOtherSite = new URL(url).origin !== here?.origin;
  // The browser does not tell a server that refuses other sites from one that is not there.
  if (isOtherSite && failure instanceof Interrupted && failure.parts.length === 0) {
    return "its server cannot be reached, or does not let other sites read its files (CORS)";
  }
  return "its server cannot be reached or the connection broke";
}
