import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { chatConfig, type LibraryInfo } from "./chat-config.ts";
import {
  currentManifest,
  sha256OfFile,
  writeManifest,
  type FilesManifest,
} from "./files-manifest.ts";
import { readGguf } from "./gguf-reader.ts";
import { modelParameters, type ModelParameter } from "./model-parameters.ts";
import { writeShards } from "./shard-writer.ts";
import { tokenizerJson } from "./tokenizer-json.ts";

/** What is repacked, and where to. */
export interface RepackOptions {
  /** The model's id in `/v1/models`. */
  readonly model: string;
  /** Path of the GGUF file. */
  readonly gguf: string;
  /** The SHA-256 the GGUF must have. */
  readonly ggufSha256: string;
  /** Folder with the compiled `.wasm` libraries and `library.json`. */
  readonly libDir: string;
  /** Folder to fill; anything else in it is removed. */
  readonly outDir: string;
}

/** The folder's manifest, and whether it had to be built. */
export interface RepackResult {
  readonly manifest: FilesManifest;
  readonly built: boolean;
}

/**
 * Fills a folder with what WebLLM loads: weight shards and their index, the tokenizer, the chat configuration and the
 * model libraries. Does nothing when the folder is complete and was built from the same inputs.
 */
export async function repackModel(options: RepackOptions): Promise<RepackResult> {
  const { model, gguf: ggufPath, ggufSha256, libDir, outDir } = options;
  const libraries = (await readdir(libDir)).filter((name) => name.endsWith(".wasm")).toSorted();
  const inputs = [
    ggufPath,
    join(libDir, "library.json"),
    ...libraries.map((name) => join(libDir, name)),
  ];
  const source = await sourceHash([...inputs, ...(await ownSources())]);
  const current = await currentManifest(outDir, source);
  if (current !== undefined) return { manifest: current, built: false };

  const actual = await sha256OfFile(ggufPath);
  if (actual !== ggufSha256) {
    throw new Error(
      `${basename(ggufPath)} has the SHA-256 ${actual}, but ${ggufSha256} was expected.`,
    );
  }
  const gguf = readGguf(await readFile(ggufPath));
  const library = JSON.parse(await readFile(join(libDir, "library.json"), "utf8")) as LibraryInfo;

  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const writeJson = (name: string, value: object) =>
    writeFile(join(outDir, name), JSON.stringify(value));
  await writeJson("tokenizer.json", tokenizerJson(gguf));
  await writeJson("mlc-chat-config.json", chatConfig(gguf, library));
  const parameters = checkedAgainst(library, modelParameters(gguf));
  await writeJson("tensor-cache.json", await writeShards(parameters, outDir));
  for (const name of libraries) await copyFile(join(libDir, name), join(outDir, name));
  return { manifest: await writeManifest(outDir, model, source), built: true };
}

/** Passes parameters through; throws unless they are exactly those the library was compiled for. */
function* checkedAgainst(
  library: LibraryInfo,
  parameters: Iterable<ModelParameter>,
): Generator<ModelParameter> {
  const expected = new Map(library.params.map((parameter) => [parameter.name, parameter]));
  for (const parameter of parameters) {
    const { name, shape, dtype } = parameter;
    const wanted = expected.get(name);
    if (wanted?.dtype !== dtype || wanted.shape.join() !== shape.join()) {
      throw new Error(
        `The library does not take ${name} as ${dtype} [${shape.join(", ")}]; compile it again.`,
      );
    }
    expected.delete(name);
    yield parameter;
  }
  if (expected.size > 0)
    throw new Error(`The library also needs ${[...expected.keys()].join(", ")}.`);
}

/** One hash over the contents of files, in order. */
async function sourceHash(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(await sha256OfFile(path));
  return hash.digest("hex");
}

/** The repacker's own code counts as an input: a changed layout must be built again. */
async function ownSources(): Promise<string[]> {
  const folder = import.meta.dirname;
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  return names.toSorted().map((name) => join(folder, name));
}
