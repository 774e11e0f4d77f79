/** A route of `/v1` that the console can call. */
export type ConsoleRoute =
  | "chat/completions"
  | "completions"
  | "embeddings"
  | "responses"
  | "models"
  | "models/{id}";

/** Whether a route takes a JSON body. */
export function methodOf(route: ConsoleRoute): "GET" | "POST" {
  return route.startsWith("models") ? "GET" : "POST";
}

/** The path of a route under the base URL; the slashes of a model's id stay. */
export function pathOf(route: ConsoleRoute, model: string): string {
  if (route !== "models/{id}") return route;
  return `models/${model.split("/").map(encodeURIComponent).join("/")}`;
}

export const presetNames = [
  "stream",
  "whole",
  "json",
  "tools",
  "completions",
  "embeddings",
  "responses",
  "models",
  "model",
  "mistake",
] as const;
export type PresetName = (typeof presetNames)[number];

/** A request to start from. */
export interface Preset {
  readonly route: ConsoleRoute;
  readonly body: Readonly<Record<string, unknown>> | null;
}

const ask = (content: string) => [{ role: "user", content }];

const citySchema = {
  type: "object",
  properties: { city: { type: "string" }, country: { type: "string" } },
  required: ["city", "country"],
  additionalProperties: false,
};

const weatherTool = {
  type: "function",
  function: {
    name: "get_weather",
    description: "The weather in a city, now",
    parameters: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false,
    },
  },
};

/** The requests to start from, for a model that chats and one that embeds. */
export function preset(name: PresetName, model: string, embedder: string): Preset {
  const chat = (body: Record<string, unknown>): Preset => ({
    route: "chat/completions",
    body: { model, ...body },
  });
  switch (name) {
    case "stream":
      return chat({
        messages: ask("Count from one to ten in words."),
        temperature: 0,
        max_completion_tokens: 64,
        stream: true,
        stream_options: { include_usage: true },
      });
    case "whole":
      return chat({
        messages: [
          { role: "system", content: "Answer in one short sentence." },
          { role: "user", content: "Why is the sky blue?" },
        ],
        temperature: 0.7,
        seed: 1,
      });
    case "json":
      return chat({
        messages: ask("What is the capital of France?"),
        temperature: 0,
        response_format: {
          type: "json_schema",
          json_schema: { name: "capital", strict: true, schema: citySchema },
        },
      });
    case "tools":
      return chat({
        messages: ask("What is the weather in Paris?"),
        temperature: 0,
        tools: [weatherTool],
        tool_choice: "required",
        stream: true,
      });
    case "completions":
      return {
        route: "completions",
        body: { model, prompt: "Once upon a time", max_tokens: 32, temperature: 0.7, stream: true },
      };
    case "embeddings":
      return {
        route: "embeddings",
        body: { model: embedder, input: ["The cat sat.", "A feline rested."] },
      };
    case "responses":
      return { route: "responses", body: { model, input: "Name three rivers.", stream: true } };
    case "models":
      return { route: "models", body: null };
    case "model":
      return { route: "models/{id}", body: null };
    case "mistake":
      return chat({ messages: ask("Hello"), temperature: 9 });
  }
}
