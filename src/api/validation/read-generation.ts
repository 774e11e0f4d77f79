import type { Sampling } from "../../engine/job.ts";
import type { Fields } from "./fields.ts";

/** `temperature`, penalties and the like, which chat and completions share, with OpenAI's defaults. */
export function readSampling(body: Fields): Sampling {
  return {
    temperature: body.number("temperature", 0, 2) ?? 1,
    // 0 is allowed at OpenAI and means the likeliest token; engines want more than 0.
    topP: body.number("top_p", 0, 1) || (body.has("top_p") ? 1e-6 : 1),
    presencePenalty: body.number("presence_penalty", -2, 2) ?? 0,
    frequencyPenalty: body.number("frequency_penalty", -2, 2) ?? 0,
    logitBias: readLogitBias(body),
    seed: body.integer("seed", -(2 ** 63), 2 ** 63) ?? null,
  };
}

function readLogitBias(body: Fields): Readonly<Record<string, number>> {
  const bias = body.object("logit_bias");
  if (!bias) return {};
  return Object.fromEntries(
    Object.keys(bias.values).map((token) => {
      if (!/^\d{1,9}$/.test(token)) {
        throw body.invalid(
          "logit_bias",
          `Invalid key in 'logit_bias': '${token}' is not a token id.`,
        );
      }
      // "7" and "07" are one token: the device must not be told the same one twice.
      return [String(Number(token)), bias.number(token, -100, 100) ?? 0];
    }),
  );
}

/** `stop`: a string or up to four. An empty one would end every answer before it begins. */
export function readStop(body: Fields): readonly string[] {
  const value = body.get("stop");
  if (value === undefined) return [];
  if (typeof value !== "string" && !Array.isArray(value)) throw body.wrongType("stop", STOPS);
  const list = typeof value === "string" ? [value] : body.list("stop", 4);
  return (list ?? []).map((text) => {
    if (typeof text !== "string") throw body.wrongType("stop", STOPS);
    if (text === "")
      throw body.invalid("stop", "Invalid 'stop': a stop sequence must not be empty.");
    // Half a character is in no text, but would be found in the middle of one.
    if (/\p{Surrogate}/u.test(text)) {
      throw body.invalid(
        "stop",
        "Invalid 'stop': a stop sequence must be made of whole characters.",
      );
    }
    return text;
  });
}

const STOPS = "a string or an array of strings";

/** `stream` and `stream_options`. */
export function readStream(body: Fields): { readonly stream: boolean; readonly usage: boolean } {
  const stream = body.boolean("stream") ?? false;
  const options = body.object("stream_options");
  if (options && !stream) {
    throw body.invalid(
      "stream_options",
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    );
  }
  options?.boolean("include_obfuscation");
  return { stream, usage: options?.boolean("include_usage") ?? false };
}

/** Fields that are checked and then change nothing, because they concern OpenAI's service, not the answer. */
export function checkAccepted(body: Fields): void {
  for (const name of ["user", "safety_identifier", "prompt_cache_key"]) body.string(name);
  body.boolean("store");
  body.oneOf("prompt_cache_retention", ["in-memory", "24h"]);
  body.oneOf("service_tier", ["auto", "default", "flex", "scale", "priority"]);
  const metadata = body.object("metadata");
  if (!metadata) return;
  const keys = Object.keys(metadata.values);
  if (keys.length > 16 || keys.some((key) => key.length > 64)) {
    throw body.invalid("metadata", "'metadata' takes up to 16 keys of up to 64 characters.");
  }
  for (const key of keys) metadata.string(key, 512);
}

/** `reasoning_effort`; none of the models here reasons separately, so every effort is the same. */
export const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh"] as const;
