import type { TokenLogprob } from "../../engine/job.ts";
import type { CompletionLogprobs } from "./completion-types.ts";

/**
 * Tokens as the parallel lists of the older API.
 *
 * @param offset where the first of them begins
 * @param fromStart whether the first of them is the first of the prompt
 */
export function completionLogprobs(
  tokens: readonly TokenLogprob[],
  offset: number,
  fromStart: boolean,
): CompletionLogprobs {
  let next = offset;
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }, index) => (fromStart && !index ? null : logprob)),
    top_logprobs: tokens.map(({ top }, index) =>
      fromStart && !index
        ? null
        : Object.fromEntries(
            // Tokens of different bytes may look alike; the likelier, which comes first, keeps the name.
            top
              .filter(({ token }, at) => top.findIndex((other) => other.token === token) === at)
              .map(({ token, logprob }) => [token, logprob]),
          ),
    ),
    text_offset: tokens.map(({ token }) => (next += token.length) - token.length),
  };
}
