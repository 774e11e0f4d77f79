import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelParameter } from "./model-parameters.ts";

/**
 * Small enough that an interrupted download loses little and that few megabytes are held twice while loading, large
 * enough that requests do not matter. One parameter, the embedding, is larger and is a shard of its own.
 */
const SHARD_BYTES = 16 << 20;

interface ShardRecord {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly format: "raw";
  readonly nbytes: number;
  readonly byteOffset: number;
}

interface Shard {
  readonly dataPath: string;
  readonly format: "raw-shard";
  readonly nbytes: number;
  readonly records: readonly ShardRecord[];
  readonly md5sum: string;
}

/** WebLLM's index of the weights, the content of `tensor-cache.json`. */
export interface TensorCache {
  readonly metadata: {
    readonly ParamSize: number;
    readonly ParamBytes: number;
    readonly BitsPerParam: number;
  };
  readonly records: readonly Shard[];
}

/** Writes parameters into `params_shard_N.bin` files under a folder, and returns their index. */
export async function writeShards(
  parameters: Iterable<ModelParameter>,
  outDir: string,
): Promise<TensorCache> {
  const shards: Shard[] = [];
  let pending: { record: ShardRecord; data: Uint8Array }[] = [];
  let size = 0;

  const flush = async () => {
    if (pending.length === 0) return;
    const data = Buffer.concat(pending.map((entry) => entry.data));
    const dataPath = `params_shard_${shards.length}.bin`;
    await writeFile(join(outDir, dataPath), data);
    shards.push({
      dataPath,
      format: "raw-shard",
      nbytes: data.length,
      records: pending.map((entry) => entry.record),
      md5sum: createHash("md5").update(data).digest("hex"),
    });
    pending = [];
    size = 0;
  };

  for (const { name, shape, dtype, data } of parameters) {
    if (size + data.length > SHARD_BYTES) await flush();
    const record = {
      name,
      shape,
      dtype,
      format: "raw",
      nbytes: data.length,
      byteOffset: size,
    } as const;
    pending.push({ record, data });
    size += data.length;
  }
  await flush();

  const records = shards.flatMap((shard) => shard.records);
  const bytes = shards.reduce((sum, shard) => sum + shard.nbytes, 0);
  // BitsPerParam is shown by some tools and read by none; a mixed model has no one answer.
  return {
    metadata: { ParamSize: records.length, ParamBytes: bytes, BitsPerParam: 0 },
    records: shards,
  };
}
