import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Name of the manifest beside the files it lists. */
export const MANIFEST_NAME = "files.json";

/** `files.json`: what a complete, unbroken copy of the model's folder holds. */
export interface FilesManifest {
  readonly model: string;
  /** Changes whenever any of the inputs or the repacker changes; an unchanged folder is not built again. */
  readonly source: string;
  readonly bytes: number;
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

/** The SHA-256 of a file, as hexadecimal text. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Lists every file of a folder, hashed, and writes the manifest beside them. */
export async function writeManifest(
  outDir: string,
  model: string,
  source: string,
): Promise<FilesManifest> {
  const names = (await readdir(outDir)).filter((name) => name !== MANIFEST_NAME).toSorted();
  const files = [];
  for (const name of names) {
    const path = join(outDir, name);
    files.push({ name, bytes: (await stat(path)).size, sha256: await sha256OfFile(path) });
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const manifest = { model, source, bytes, files };
  await writeFile(join(outDir, MANIFEST_NAME), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/** The folder's manifest when it was built from the same source and every file has its size; otherwise undefined. */
export async function currentManifest(
  outDir: string,
  source: string,
): Promise<FilesManifest | undefined> {
  try {
    const manifest = JSON.parse(
      await readFile(join(outDir, MANIFEST_NAME), "utf8"),
    ) as FilesManifest;
    if (manifest.source !== source) return undefined;
    for (const { name, bytes } of manifest.files) {
      if ((await stat(join(outDir, name))).size !== bytes) return undefined;
    }
    return manifest;
  } catch {
    return undefined; // Missing or broken: build again.
  }
}
