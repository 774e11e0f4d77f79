import { createMD5, createSHA256 } from "hash-wasm";
import { ApiError, unavailable } from "../api-error.ts";

export interface FileHash {
  readonly algorithm: "md5" | "sha256";
  readonly hex: string;
}

/** A file that is only ever stored whole and checked. */
export interface VerifiedFile {
  readonly url: string;
  /** Name of the Cache API cache it lives in. */
  readonly cache: string;
  /** Expected length. */
  readonly bytes?: number;
  readonly hash?: FileHash;
  /** It must parse as JSON. */
  readonly json?: boolean;
  /** Ask the server again, and keep what is stored only if it cannot be reached. */
  readonly fresh?: boolean;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 500;
/** Header of a stored response that tells which hash its body was checked against. */
const HASH_HEADER = "x-checked-hash";

/** What is wrong with what a server sent; trying again may help. */
class BadFile extends Error {}

/** A stored file, or null when it is missing or not what it should be. Its body is read from disk only when used. */
export async function readVerified(file: VerifiedFile): Promise<Response | null> {
  if (!(await caches.has(file.cache))) return null;
  const cache = await caches.open(file.cache);
  const response = await cache.match(new Request(file.url));
  if (response === undefined || response.status !== 200) return null;
  const isWrong =
    (file.hash !== undefined && contradicts(file.hash, response.headers.get(HASH_HEADER))) ||
    (file.bytes !== undefined && (await response.clone().blob()).size !== file.bytes);
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
  const stored = await readVerified(file);
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
      await check(file, body);
      return body;
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
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
  const headers: HeadersInit = received > 0 ? { range: `bytes=${received}-` } : {};
  let response: Response;
  try {
    response = await fetch(file.url, { headers, signal, cache: "no-store" });
  } catch (error) {
    throw new Interrupted(parts, error);
  }
  checkAnswer(response);
  let all = parts;
  if (response.status !== 206) {
    all = [];
    received = 0;
  }
  if (response.body === null) return all;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      all.push(value);
      received += value.length;
      onBytes(received);
    }
  } catch (error) {
    throw new Interrupted(all, error);
  }
  if (file.bytes !== undefined && received < file.bytes) {
    throw new Interrupted(all, new Error(`${received} of ${file.bytes} bytes came`));
  }
  return all;
}

function checkAnswer(response: Response): void {
  if (response.type === "opaque") throw new BadFile("its server does not allow other sites (CORS)");
  if (response.status !== 200 && response.status !== 206) {
    throw new BadFile(`the server answered ${response.status}`);
  }
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) throw new BadFile("the server sent a web page instead");
}

async function check(file: VerifiedFile, body: Blob): Promise<void> {
  if (file.bytes !== undefined && body.size !== file.bytes) {
    throw new BadFile(`it has ${body.size} bytes instead of ${file.bytes}`);
  }
  if (file.hash !== undefined && (await hashOf(body, file.hash.algorithm)) !== file.hash.hex) {
    throw new BadFile("its content is damaged");
  }
  if (file.json === true) {
    try {
      JSON.parse(await body.text());
    } catch {
      throw new BadFile("it is not JSON");
    }
  }
}

async function hashOf(body: Blob, algorithm: FileHash["algorithm"]): Promise<string> {
  const hasher = await (algorithm === "md5" ? createMD5() : createSHA256());
  const reader = body.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return hasher.digest("hex");
    hasher.update(value);
  }
}

async function store(file: VerifiedFile, body: Blob, neededBytes: number): Promise<void> {
  const headers = new Headers({
    "content-length": String(body.size),
    "content-type": file.json === true ? "application/json" : "application/octet-stream",
  });
  if (file.hash !== undefined) headers.set(HASH_HEADER, `${file.hash.algorithm}:${file.hash.hex}`);
  const cache = await caches.open(file.cache);
  try {
    await cache.put(new Request(file.url), new Response(body, { headers }));
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") {
      throw storageFull(neededBytes, error);
    }
    throw error;
  }
}

function storageFull(neededBytes: number, cause: unknown): ApiError {
  const megabytes = Math.ceil(neededBytes / 1e6);
  return new ApiError(
    {
      status: 507,
      type: "server_error",
      code: "insufficient_storage",
      param: null,
      message: `The browser's storage for this site is full: the model needs ${megabytes} MB. Free some space on this device, or delete other models, and try again.`,
    },
    { cause },
  );
}

function downloadFailed(file: VerifiedFile, failure: unknown): ApiError {
  const name = new URL(file.url).pathname.split("/").at(-1) ?? file.url;
  const reason =
    failure instanceof BadFile
      ? failure.message
      : "its server cannot be reached or the connection broke";
  return unavailable(
    "model_not_downloaded",
    `The model file ${name} could not be fetched: ${reason}. Try again.`,
    5,
  );
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(done);
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
