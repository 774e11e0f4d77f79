import { readJson } from "../http/read-json.ts";
import type { Call } from "../jobs/call.ts";
import { heldResponse } from "../jobs/held-response.ts";
import { deferred } from "../../engine/deferred.ts";
import type { OnBatch } from "../../engine/engine.ts";
import { findModel } from "../models/find-model.ts";
import { randomId } from "../../engine/random-id.ts";
import type { Fields } from "../validation/fields.ts";

/** An answer of `POST /v1/embeddings`. */
export interface EmbeddingList {
  readonly object: "list";
  readonly data: {
    readonly object: "embedding";
    readonly index: number;
    /** base64 of little-endian float32 when that was asked for (the `openai` client does, and decodes it itself). */
    readonly embedding: number[] | string;
  }[];
  readonly model: string;
  readonly usage: { readonly prompt_tokens: number; readonly total_tokens: number };
}

/** `POST /v1/embeddings` */
export async function createEmbeddings(call: Call): Promise<Response> {
  const body = await readJson(call.request, call.context.maxBodyBytes);
  const model = body.need("model", body.string("model"));
  const inputs = readInputs(body);
  const base64 = body.oneOf("encoding_format", ["float", "base64"]) === "base64";
  const dimensions = body.integer("dimensions", 1);
  body.string("user");
  await findModel(call, model, { embeddings: "model" });

  const job = { id: randomId("embd-"), model, inputs };
  const begun = deferred<void>();
  // What is left to refuse by then are more dimensions than there are: known by the first vector.
  const onBatch: OnBatch = ([vector]) => {
    if (vector && (dimensions ?? 0) <= vector.length) begun.resolve();
  };
  const make = async (): Promise<string> => {
    const { vectors, promptTokens } = await call.context.engine.embed(job, call.signal, onBatch);
    return JSON.stringify({
      object: "list",
      data: vectors.map((vector, index) => {
        const shown = dimensions === undefined ? vector : shorten(body, vector, dimensions);
        const embedding = base64 ? encode(shown) : [...shown];
        return { object: "embedding", index, embedding };
      }),
      model,
      usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
    } satisfies EmbeddingList);
  };
  return heldResponse(call, begun.promise, make(), call.abort);
}

function readInputs(body: Fields): readonly string[] {
  const value = body.need("input", body.get("input"));
  if (typeof value !== "string" && !Array.isArray(value)) throw body.wrongType("input", INPUTS);
  const list = typeof value === "string" ? [value] : (body.filledList("input", 2048) ?? []);
  return list.map((text) => {
    if (typeof text !== "string") throw body.wrongType("input", INPUTS);
    if (text) return text;
    throw body.invalid("input", "Invalid 'input': an input must not be an empty string.");
  });
}

const INPUTS = "a string or an array of strings (token ids are not supported)";

/** The first numbers of a vector, at length 1 again. */
function shorten(body: Fields, vector: Float32Array, length: number): Float32Array {
  if (length > vector.length) {
    throw body.invalid(
      "dimensions",
      `Invalid 'dimensions': this model's vectors have ${vector.length} numbers, but ${length} were asked for.`,
      "integer_above_max_value",
    );
  }
  const first = vector.slice(0, length);
  const norm = Math.hypot(...first) || 1;
  return length === vector.length ? first : first.map((value) => value / norm);
}

function encode(vector: Float32Array): string {
  // Every platform with WebGPU is little-endian.
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
