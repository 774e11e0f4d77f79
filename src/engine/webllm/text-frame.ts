import * as v from "valibot";

/** Tokens that a model was trained to see around every text. */
export interface TextFrame {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const NONE: TextFrame = { before: [], after: [] };

const Mark = v.tuple([v.string(), v.number()]);
/** Hugging Face's `tokenizer.json`, its `post_processor`: the forms that frame a text. */
const Processor = v.variant("type", [
  v.object({ type: v.literal("BertProcessing"), cls: Mark, sep: Mark }),
  v.object({ type: v.literal("RobertaProcessing"), cls: Mark, sep: Mark }),
  v.object({
    type: v.literal("TemplateProcessing"),
    single: v.array(v.looseObject({ SpecialToken: v.optional(v.object({ id: v.string() })) })),
    special_tokens: v.record(v.string(), v.object({ ids: v.array(v.number()) })),
  }),
]);
const Sequence = v.object({ type: v.literal("Sequence"), processors: v.array(v.unknown()) });
const Tokenizer = v.object({ post_processor: v.unknown() });

/**
 * What a tokenizer would put around a text. WebLLM's adds nothing by itself: its embedding example writes `[CLS]` and
 * `[SEP]` into every text, which no client of `/v1` does.
 *
 * @param tokenizerJson - the content of `tokenizer.json`; null for tokenizers that come in another form
 */
export function textFrameOf(tokenizerJson: unknown): TextFrame {
  const parsed = v.safeParse(Tokenizer, tokenizerJson);
  if (!parsed.success) return NONE;
  const sequence = v.safeParse(Sequence, parsed.output.post_processor);
  const processors = sequence.success ? sequence.output.processors : [parsed.output.post_processor];
  return processors.map(frameOf).reduce(
    // Each goes around what those before it have made.
    (inner, outer) => ({
      before: [...outer.before, ...inner.before],
      after: [...inner.after, ...outer.after],
    }),
    NONE,
  );
}

function frameOf(given: unknown): TextFrame {
  const parsed = v.safeParse(Processor, given);
  // Others, as `ByteLevel`, add nothing.
  if (!parsed.success) return NONE;
  const processor = parsed.output;
  if (processor.type !== "TemplateProcessing") {
    return { before: [processor.cls[1]], after: [processor.sep[1]] };
  }
  const { single, special_tokens: tokens } = processor;
  const text = single.findIndex((part) => part.SpecialToken === undefined);
  const idsOf = (parts: typeof single): number[] =>
    parts.flatMap(({ SpecialToken }) => tokens[SpecialToken?.id ?? ""]?.ids ?? []);
  return { before: idsOf(single.slice(0, text)), after: idsOf(single.slice(text + 1)) };
}

/** A text's tokens within the frame; what a client has framed by itself stays as it is. */
export function framed(tokens: readonly number[], { before, after }: TextFrame): number[] {
  const begins = before.length > 0 && before.every((token, at) => tokens[at] === token);
  return begins ? [...tokens] : [...before, ...tokens, ...after];
}
