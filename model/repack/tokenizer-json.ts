import type { Gguf, GgufValue } from "./gguf-reader.ts";
import { metadataList } from "./model-shape.ts";

/** GGUF's mark of a control token, as `<|im_start|>`. */
const CONTROL = 3;

/**
 * The GGUF's byte-level BPE vocabulary as a Hugging Face `tokenizer.json`, which is what WebLLM's tokenizer reads.
 * The pre-tokenizer is the one the GGUF names `smollm`: digits one by one, then GPT-2's words.
 */
export function tokenizerJson(gguf: Gguf): object {
  const tokens = metadataList(gguf, "tokenizer.ggml.tokens", isString);
  const types = metadataList(gguf, "tokenizer.ggml.token_type", isNumber);
  const merges = metadataList(gguf, "tokenizer.ggml.merges", isString);
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: tokens.flatMap((content, id) =>
      types[id] === CONTROL
        ? [
            {
              id,
              content,
              single_word: false,
              lstrip: false,
              rstrip: false,
              normalized: false,
              special: true,
            },
          ]
        : [],
    ),
    normalizer: null,
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "Digits", individual_digits: true },
        { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
      ],
    },
    post_processor: null,
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges,
    },
  };
}

function isString(value: GgufValue): value is string {
  return typeof value === "string";
}

function isNumber(value: GgufValue): value is number {
  return typeof value === "number";
}
