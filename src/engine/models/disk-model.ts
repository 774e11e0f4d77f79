import * as v from "valibot";
import { invalidRequest, type ApiError } from "../api-error.ts";
import type { ModelFiles } from "../engine.ts";
import { addedEntry, modelName } from "./added-entry.ts";
import {
  ChatConfig,
  CONFIG_FILE,
  describeFiles,
  filesNamedBy,
  TensorCache,
  TENSORS_FILE,
} from "./model-file-list.ts";
import type { ModelEntry } from "./model-record.ts";

/** Older compilers name it so. */
const OLD_TENSORS_FILE = "ndarray-cache.json";
/** More names than this make no message. */
const MOST_NAMED = 4;

/** A model from the user's disk, before anything of it is stored. */
export interface DiskModel {
  readonly entry: ModelEntry;
  /** Its files by the addresses under which they will be kept. */
  readonly given: ReadonlyMap<string, Blob>;
}

/**
 * Looks at files that the user has chosen: all that the model needs must be there, in the right sizes.
 *
 * @param base - absolute address of the site, with a slash at the end; the files get addresses of their own under it
 * @throws ApiError 400 that names what is missing or wrong
 */
export async function inspectDisk({ id, files }: ModelFiles, base: string): Promise<DiskModel> {
  const name = modelName(id);
  const byName = new Map(files.map((file) => [file.name, file.content]));
  const libraries = files.filter((file) => file.name.endsWith(".wasm"));
  const [library] = libraries;
  if (library === undefined || libraries.length > 1) {
    const count = libraries.length === 0 ? "there is none" : `there are ${libraries.length}`;
    throw wrong(`One compiled library (.wasm) must be among the files; ${count}.`);
  }
  const tensorsFile = byName.has(TENSORS_FILE) ? TENSORS_FILE : OLD_TENSORS_FILE;
  const config = await parsed(ChatConfig, byName, CONFIG_FILE);
  const tensors = await parsed(TensorCache, byName, tensorsFile);

  const url = new URL(`disk/${encodeURIComponent(name)}/resolve/main/`, base).href;
  const entry = addedEntry({
    id: name,
    ownedBy: "disk",
    fromDisk: true,
    url,
    library: url + library.name,
    ...describeFiles(config, tensors),
  });
  const given = new Map<string, Blob>();
  for (const [file, as] of [
    [CONFIG_FILE, CONFIG_FILE],
    [tensorsFile, TENSORS_FILE],
  ] as const) {
    const content = byName.get(file);
    if (content !== undefined) given.set(url + as, content);
  }
  const missing: string[] = [];
  for (const { url: address, bytes } of filesNamedBy(entry, config, tensors)) {
    const file = decodeURIComponent(address.slice(address.lastIndexOf("/") + 1));
    const content = byName.get(file);
    if (content === undefined) missing.push(file);
    else if (bytes !== undefined && content.size !== bytes) {
      throw wrong(`The file ${file} has ${content.size} bytes instead of ${bytes}.`);
    } else given.set(address, content);
  }
  if (missing.length > 0) throw wrong(`These files are missing: ${listed(missing)}.`);
  return { entry, given };
}

async function parsed<T extends v.GenericSchema>(
  schema: T,
  files: ReadonlyMap<string, Blob>,
  name: string,
): Promise<v.InferOutput<T>> {
  const file = files.get(name);
  const shown = name === OLD_TENSORS_FILE ? TENSORS_FILE : name;
  if (file === undefined) throw wrong(`The file ${shown} is missing.`);
  try {
    return v.parse(schema, JSON.parse(await file.text()));
  } catch {
    throw wrong(`The file ${name} is not the one of a model compiled for WebLLM.`);
  }
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function wrong(message: string): ApiError {
  return invalidRequest(message, "files");
}
