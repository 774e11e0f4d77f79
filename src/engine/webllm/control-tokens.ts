import * as v from "valibot";

const Tokenizer = v.object({
  added_tokens: v.optional(
    v.array(v.object({ id: v.number(), content: v.string(), special: v.optional(v.boolean()) })),
    [],
  ),
});

/**
 * The tokens that steer a model and are never text: those its tokenizer marks as special, and those that end an answer.
 *
 * @param tokenizerJson - the content of `tokenizer.json`; null for tokenizers that come in another form
 * @param endTokens - ids at which an answer ends
 */
export function controlTokensOf(
  tokenizerJson: unknown,
  endTokens: readonly number[],
  textOf: (id: number) => string,
): ReadonlyMap<number, string> {
  const tokens = new Map<number, string>();
  const parsed = v.safeParse(Tokenizer, tokenizerJson);
  if (parsed.success) {
    for (const { id, content, special } of parsed.output.added_tokens) {
      if (special === true) tokens.set(id, content);
    }
  }
  for (const id of endTokens) tokens.set(id, textOf(id));
  return tokens;
}
