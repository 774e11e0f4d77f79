import { join } from "node:path";
import { repackModel } from "./repack-model.ts";
import { EMBEDDED_MODEL } from "./embedded-model.ts";

const started = performance.now();
const { manifest, built } = await repackModel(EMBEDDED_MODEL);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const megabytes = (manifest.bytes / 1e6).toFixed(1);
const where = join("public", "models", manifest.model);
console.log(
  `${where}: ${manifest.files.length} files, ${megabytes} MB, ${built ? "built" : "up to date"} (${seconds} s)`,
);
