/** What a route of `/v1` does with the fields of a request. Names are OpenAI's. */
export interface RouteSupport {
  readonly route: string;
  /** Obeyed. */
  readonly obeyed: readonly string[];
  /** Taken and without effect here, since they concern OpenAI's own service. */
  readonly taken: readonly string[];
  /** Answered with a 400 that says why. */
  readonly refused: readonly string[];
}

const sampling = [
  "temperature",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
  "logit_bias",
  "seed",
];
const service = [
  "user",
  "metadata",
  "store",
  "service_tier",
  "safety_identifier",
  "prompt_cache_key",
  "prompt_cache_retention",
];

/** The routes and their fields, as `src/api/` reads them. */
export const supportTable: readonly RouteSupport[] = [
  {
    route: "POST /v1/chat/completions",
    obeyed: [
      "model",
      "messages",
      "stream",
      "stream_options",
      "n",
      "max_completion_tokens",
      "max_tokens",
      "stop",
      ...sampling,
      "logprobs",
      "top_logprobs (0–20)",
      "response_format (text, json_object, json_schema)",
      "tools",
      "tool_choice",
      "parallel_tool_calls",
      "functions",
      "function_call",
    ],
    taken: [...service, "reasoning_effort", "verbosity", "prediction"],
    refused: [
      "audio",
      "web_search_options",
      "modalities other than text",
      "images, audio and files in messages",
    ],
  },
  {
    route: "POST /v1/completions",
    obeyed: [
      "model",
      "prompt (one or several texts)",
      "stream",
      "stream_options",
      "n",
      "best_of",
      "echo",
      "max_tokens",
      "stop",
      ...sampling,
      "logprobs (0–5)",
    ],
    taken: ["user"],
    refused: ["suffix", "prompts as tokens"],
  },
  {
    route: "POST /v1/embeddings",
    obeyed: [
      "model",
      "input (one or several texts)",
      "encoding_format (float, base64)",
      "dimensions",
    ],
    taken: ["user"],
    refused: ["models that cannot embed"],
  },
  {
    route: "POST /v1/responses",
    obeyed: [
      "model",
      "input",
      "instructions",
      "stream",
      "max_output_tokens",
      "temperature",
      "top_p",
      "top_logprobs",
      "text.format",
      "tools (functions)",
      "tool_choice",
      "parallel_tool_calls",
      "include (logprobs)",
      "previous_response_id",
      "store",
    ],
    taken: ["metadata", "reasoning", "service_tier", "user"],
    refused: ["background", "conversation", "prompt templates", "truncation: auto"],
  },
  {
    route: "GET, DELETE /v1/responses/{id}; GET …/input_items",
    obeyed: [],
    taken: [],
    refused: [],
  },
  {
    route: "GET, DELETE /v1/stream",
    obeyed: ["conv_id", "from"],
    taken: [],
    refused: [],
  },
  { route: "GET /v1/models, /v1/models/{id}", obeyed: [], taken: [], refused: [] },
];
