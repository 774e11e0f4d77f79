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
  const lengthOf = characterCounter();
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }, index) => (fromStart && !index ? null : logprob)),
    top_logprobs: tokens.map(({ token, logprob, top }, index) =>
      fromStart && !index
        ? null
        : Object.fromEntries(
            // Tokens of different bytes may look alike; the likelier, which comes first, keeps the name.
            // The chosen one is among them in any case, as OpenAI has it: "up to `logprobs + 1` elements".
            [...top, { token, logprob }]
              .filter((one, at, all) => all.findIndex((other) => other.token === one.token) === at)
              .map((one) => [one.token, one.logprob]),
          ),
    ),
    text_offset: tokens.map(({ bytes }) => {
      const begin = next;
      next += lengthOf(bytes);
      return begin;
    }),
  };
}

/** Of the text of some tokens that begin and end with a character, in UTF-16 units. */
export function textLength(tokens: readonly TokenLogprob[]): number {
  return characterCounter()(tokens.flatMap(({ bytes }) => bytes));
}

/** Counts the characters that each further piece completes: a token may end inside of one. */
function characterCounter(): (bytes: readonly number[]) => number {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return (bytes) => decoder.decode(Uint8Array.from(bytes), { stream: true }).length;
}
