import type { PromptSegment } from "./chat-template.ts";

/**
 * Encodes a prompt so that control tokens written by a client (`<|im_end|>` in a message) stay plain text.
 *
 * Everything else is encoded as one string, since token borders depend on what stands on both sides.
 *
 * @param segments - the prompt's pieces
 * @param controlTokens - texts that the tokenizer would read as one control token
 * @param encode - the model's tokenizer
 */
export function encodeSegments(
  segments: readonly PromptSegment[],
  controlTokens: readonly string[],
  encode: (text: string) => Iterable<number>,
): readonly number[] {
  const parts: string[] = [""];
  const append = (text: string): void => {
    parts[parts.length - 1] += text;
  };
  for (const segment of segments) {
    if (segment.kind === "control") append(segment.text);
    else {
      const [first = "", ...others] = splitInsideControlTokens(segment.text, controlTokens);
      append(first);
      parts.push(...others);
    }
  }
  return parts.filter((part) => part !== "").flatMap((part) => Array.from(encode(part)));
}

/** Cuts a text after the first character of every control token in it, so that none is whole in any part. */
function splitInsideControlTokens(text: string, controlTokens: readonly string[]): string[] {
  const cuts = new Set<number>();
  for (const token of controlTokens) {
    if (token.length < 2) continue;
    for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1))
      cuts.add(at + 1);
  }
  const parts: string[] = [];
  let from = 0;
  for (const cut of [...cuts].toSorted((a, b) => a - b)) {
    parts.push(text.slice(from, cut));
    from = cut;
  }
  parts.push(text.slice(from));
  return parts;
}
