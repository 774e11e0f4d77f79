import * as v from "valibot";
import type { FileHash, VerifiedFile } from "./check-file.ts";
import {
  ChatConfig,
  CONFIG_CACHE,
  CONFIG_FILE,
  describeFiles,
  filesNamedBy,
  LIBRARY_CACHE,
  MODEL_CACHE,
  TensorCache,
  TENSORS_FILE,
} from "./model-file-list.ts";
import { existingCache, storageFull } from "./model-cache.ts";
import type { ModelEntry } from "./model-record.ts";
import { fetchVerified, readVerified } from "./verified-file.ts";

const FileManifest = v.object({
  files: v.array(v.object({ name: v.string(), bytes: v.number(), sha256: v.string() })),
});

export interface FileProgress {
  readonly loadedBytes: number;
  readonly totalBytes: number;
}

/** How many files are fetched at once. */
const LANES = 3;

/**
 * Fetches whatever is missing of a model into WebLLM's caches, each file checked before it is stored.
 *
 * What an earlier try has stored is kept, so an interrupted download goes on where it stopped.
 *
 * @param given - files that are here already, by their addresses
 * @throws ApiError when a file cannot be had, is not what it should be, or has no room
 */
export async function fetchModelFiles(
  entry: ModelEntry,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void,
  given: ReadonlyMap<string, Blob> = new Map(),
): Promise<void> {
  const files = await listFiles(entry, signal, given);
  const totalBytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  await checkRoom(files, totalBytes);
  const received = new Map<string, number>();
  const report = (): void => {
    let loadedBytes = 0;
    for (const bytes of received.values()) loadedBytes += bytes;
    onProgress({ loadedBytes, totalBytes: Math.max(totalBytes, loadedBytes) });
  };
  const stopOthers = new AbortController();
  const either = AbortSignal.any([signal, stopOthers.signal]);
  const waiting = [...files];
  const lane = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { url } = file;
      await fetchVerified(file, totalBytes, either, (bytes) => {
        received.set(url, bytes);
        report();
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } catch (error) {
    stopOthers.abort(error);
    throw error;
  }
}

/**
 * Refuses a download for which there is no room before it costs anything.
 *
 * @throws ApiError 507 `insufficient_storage`
 */
async function checkRoom(files: readonly VerifiedFile[], totalBytes: number): Promise<void> {
  const room = await navigator.storage?.estimate().catch(() => null);
  if (room?.quota === undefined || room.usage === undefined) return;
  let missing = 0;
  for (const file of files) {
    if ((await readVerified(file)) === null) missing += file.bytes ?? 0;
  }
  if (missing > room.quota - room.usage) throw storageFull(totalBytes);
}

/** Addresses of the models whose download has at least begun: a quick look before {@link hasModelFiles}. */
export async function begunModels(): Promise<ReadonlySet<string>> {
  const requests = (await (await existingCache(CONFIG_CACHE))?.keys()) ?? [];
  return new Set(requests.map(({ url }) => url.slice(0, url.lastIndexOf("/") + 1)));
}

/** True when every file of a model is in the browser's store, whole. */
export async function hasModelFiles(entry: ModelEntry): Promise<boolean> {
  const config = await readVerified({
    url: entry.url + CONFIG_FILE,
    cache: CONFIG_CACHE,
  });
  const tensors = await readVerified({ url: entry.url + TENSORS_FILE, cache: MODEL_CACHE });
  if (config === null || tensors === null) return false;
  const configJson = v.safeParse(ChatConfig, await config.json());
  const tensorsJson = v.safeParse(TensorCache, await tensors.json());
  if (!configJson.success || !tensorsJson.success) return false;
  for (const file of filesNamedBy(entry, configJson.output, tensorsJson.output))
    if ((await readVerified(file)) === null) return false;
  return true;
}

/**
 * Deletes a model's files, and nothing else. WebLLM's list has libraries that several models share: such a one stays
 * while another of its models is here.
 *
 * @param all - the whole catalogue
 */
export async function removeModelFiles(
  entry: ModelEntry,
  all: readonly ModelEntry[],
): Promise<void> {
  const begun = await begunModels();
  const isShared = all.some(
    ({ url, library }) => library === entry.library && url !== entry.url && begun.has(url),
  );
  for (const name of [CONFIG_CACHE, MODEL_CACHE, LIBRARY_CACHE]) {
    const cache = await existingCache(name);
    for (const request of (await cache?.keys()) ?? []) {
      if (request.url.startsWith(entry.url) || (request.url === entry.library && !isShared)) {
        await cache?.delete(request);
      }
    }
  }
}

/** The compiled library's bytes, from the browser's store. */
export async function readLibrary(entry: ModelEntry): Promise<Blob> {
  const response = await readVerified({ url: entry.library, cache: LIBRARY_CACHE });
  if (response === null) throw new Error(`The library of '${entry.id}' is not in the store.`);
  return response.blob();
}

/** A text file of a model, from the browser's store. */
export async function readModelJson(entry: ModelEntry, path: string): Promise<unknown> {
  const response = await readVerified({ url: entry.url + path, cache: MODEL_CACHE });
  return response === null ? null : response.json();
}

async function listFiles(
  entry: ModelEntry,
  signal: AbortSignal,
  given: ReadonlyMap<string, Blob>,
): Promise<readonly VerifiedFile[]> {
  const hashes = await ownManifest(entry, signal);
  const known = (file: VerifiedFile): VerifiedFile => {
    const content = given.get(file.url);
    return { ...file, ...hashes.get(file.url), ...(content && { given: content }) };
  };
  const config = known({
    url: entry.url + CONFIG_FILE,
    cache: CONFIG_CACHE,
    json: true,
    shape: ChatConfig,
  });
  const tensors = known({
    url: entry.url + TENSORS_FILE,
    cache: MODEL_CACHE,
    json: true,
    shape: TensorCache,
  });
  for (const file of [config, tensors])
    await fetchVerified(file, entry.sizeBytes ?? 0, signal, () => {});
  const configJson: unknown = await (await readVerified(config))?.json();
  const tensorsJson: unknown = await (await readVerified(tensors))?.json();
  return [
    config,
    tensors,
    ...filesNamedBy(entry, parse(ChatConfig, configJson), parse(TensorCache, tensorsJson)).map(
      known,
    ),
  ];
}

/** What a model's two small files say of it, from its address; nothing is stored. */
export async function inspectModelFiles(
  url: string,
  signal: AbortSignal,
): Promise<ReturnType<typeof describeFiles>> {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, { signal });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const config = parse(ChatConfig, await read(CONFIG_FILE));
  return describeFiles(config, parse(TensorCache, await read(TENSORS_FILE)));
}

/** Our own list of sizes and hashes, which the embedded model has beside its files. */
async function ownManifest(
  entry: ModelEntry,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, { bytes: number; hash: FileHash }>> {
  if (!entry.embedded) return new Map();
  const file: VerifiedFile = {
    url: entry.url + "files.json",
    cache: CONFIG_CACHE,
    json: true,
    shape: FileManifest,
    fresh: true,
  };
  await fetchVerified(file, 0, signal, () => {});
  const manifest = parse(FileManifest, await (await readVerified(file))?.json());
  return new Map(
    manifest.files.map(({ name, bytes, sha256 }) => [
      entry.url + name,
      { bytes, hash: { algorithm: "sha256", hex: sha256 } },
    ]),
  );
}

function parse<T extends v.GenericSchema>(schema: T, value: unknown): v.InferOutput<T> {
  return v.parse(schema, value);
}
