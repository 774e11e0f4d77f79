import * as v from "valibot";

/**
 * What a scripted answer does. A test puts it in the last message of its request, as `[[script {…}]]`, so that it works
 * with every client and over every path.
 */
const Script = v.object({
  /** The tokens of the answer: texts, or raw bytes. */
  pieces: v.optional(v.array(v.union([v.string(), v.array(v.number())]))),
  /** Repeats the pieces so many times. */
  repeat: v.optional(v.number(), 1),
  /** Each token tells when it was made, in milliseconds since the epoch: for measuring. */
  clock: v.optional(v.boolean(), false),
  /** Milliseconds before each token. */
  delayMs: v.optional(v.number(), 0),
  /** Milliseconds before the first token, in all. */
  firstDelayMs: v.optional(v.number(), 0),
  /** Throws after so many tokens. */
  failAfter: v.optional(v.number()),
  /** Loses the device after so many tokens. */
  loseDeviceAfter: v.optional(v.number()),
  /** Never yields again after so many tokens. */
  hangAfter: v.optional(v.number()),
});

export type Script = v.InferOutput<typeof Script>;

const MARK = /\[\[script (\{[\s\S]*?\})\]\]/;

/** The script in a text; without one, the answer repeats the text's last line. */
export function scriptIn(text: string): Script {
  const found = MARK.exec(text)?.[1];
  if (found !== undefined) return v.parse(Script, JSON.parse(found));
  const line = text.trim().split("\n").at(-1) ?? "";
  return v.parse(Script, { pieces: piecesOf(`You said: ${line}`) });
}

/** A text in pieces as a tokenizer might cut it: words with the space before them, long ones in parts. */
export function piecesOf(text: string): string[] {
  return text.match(/\s?[^\s]{1,6}|\s/gu) ?? [];
}
