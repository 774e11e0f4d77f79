import type { Gguf } from "./gguf-reader.ts";
import { metadataNumber, readModelShape } from "./model-shape.ts";

/** What the compiler says of the library it made (`model/lib/library.json`). */
export interface LibraryInfo {
  readonly prefill_chunk_size: number;
  readonly context_window_size: number;
  readonly params: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly dtype: string;
  }[];
}

/** ChatML, as SmolLM2 was trained; the system message is the one its own template adds where a chat has none. */
const CONVERSATION = {
  name: "smollm2",
  system_template: "<|im_start|>system\n{system_message}<|im_end|>\n",
  system_message: "You are a helpful AI assistant named SmolLM, trained by Hugging Face",
  add_role_after_system_message: true,
  roles: { user: "<|im_start|>user", assistant: "<|im_start|>assistant", tool: "<|im_start|>tool" },
  role_templates: {
    user: "{user_message}",
    assistant: "{assistant_message}",
    tool: "{tool_message}",
  },
  messages: [],
  seps: ["<|im_end|>\n"],
  role_content_sep: "\n",
  role_empty_sep: "\n",
  offset: 0,
  stop_str: ["<|im_end|>"],
  stop_token_ids: [2],
  function_string: "",
  use_function_calling: false,
};

/**
 * WebLLM's `mlc-chat-config.json`. The sampling values are WebLLM's fallbacks when a request names none;
 * the API layer always names them, with OpenAI's defaults.
 */
export function chatConfig(gguf: Gguf, library: LibraryInfo): object {
  const { vocab } = readModelShape(gguf);
  const { context_window_size, prefill_chunk_size } = library;
  return {
    version: "0.1.0",
    model_type: "llama",
    quantization: "q4_1",
    model_config: { context_window_size, prefill_chunk_size, vocab_size: vocab },
    vocab_size: vocab,
    context_window_size,
    sliding_window_size: -1,
    attention_sink_size: -1,
    prefill_chunk_size,
    tensor_parallel_shards: 1,
    temperature: 1,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    repetition_penalty: 1,
    pad_token_id: metadataNumber(gguf, "tokenizer.ggml.padding_token_id"),
    bos_token_id: metadataNumber(gguf, "tokenizer.ggml.bos_token_id"),
    eos_token_id: metadataNumber(gguf, "tokenizer.ggml.eos_token_id"),
    tokenizer_files: ["tokenizer.json"],
    tokenizer_info: {
      token_postproc_method: "byte_level",
      prepend_space_in_encode: false,
      strip_space_in_decode: false,
    },
    conv_template: CONVERSATION,
  };
}
