import type { TokenAlternative, TokenLogprob } from "../job.ts";

/** OpenAI's value for a token that is out of reach; JSON has no -Infinity. */
export const UNREACHABLE_LOGPROB = -9999;

/**
 * Log probabilities of one step, from the model's raw logits (before temperature, penalties and bias).
 *
 * @param logits - one value per token of the vocabulary
 * @param token - the token that was chosen
 * @param top - how many alternatives to tell, best first
 * @param bytesOf - a token's own bytes
 */
export function tokenLogprobs(
  logits: Float32Array,
  token: number,
  top: number,
  bytesOf: (token: number) => Uint8Array,
): TokenLogprob {
  const logSum = logSumExp(logits);
  const entry = (id: number): TokenAlternative =>
    describeToken(bytesOf(id), finite((logits[id] ?? -Infinity) - logSum));
  return { ...entry(token), top: largest(logits, top).map(entry) };
}

/** A token as a client sees it. Bytes that are no whole character are shown as OpenAI does: `\xf0`. */
export function describeToken(bytes: Uint8Array, logprob: number): TokenAlternative {
  let token: string;
  try {
    token = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    token = `bytes:${Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}`;
  }
  return { token, bytes: Array.from(bytes), logprob };
}

function finite(logprob: number): number {
  return Number.isFinite(logprob) ? Math.max(logprob, UNREACHABLE_LOGPROB) : UNREACHABLE_LOGPROB;
}

function logSumExp(logits: Float32Array): number {
  let max = -Infinity;
  for (const logit of logits) if (logit > max) max = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - max);
  return max + Math.log(sum);
}

/** Indices of the `count` largest values, largest first; equal values by index. */
function largest(values: Float32Array, count: number): number[] {
  const best: number[] = [];
  if (count === 0) return best;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? -Infinity;
    const worst = best.at(-1);
    if (best.length === count && worst !== undefined && value <= (values[worst] ?? -Infinity))
      continue;
    let at = best.length;
    while (at > 0 && value > (values[best[at - 1] ?? 0] ?? -Infinity)) at--;
    best.splice(at, 0, index);
    if (best.length > count) best.pop();
  }
  return best;
}
