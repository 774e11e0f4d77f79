import { aiSdkMessages } from "./ai-sdk-messages.ts";
import { given, jsLiteral, without } from "./js-literal.ts";
import type { SampleRequest } from "./sample-request.ts";

/** Fields that the AI SDK has names of its own for; all others travel in `providerOptions`. */
const known = [
  "model",
  "messages",
  "prompt",
  "input",
  "stream",
  "stream_options",
  "temperature",
  "top_p",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "presence_penalty",
  "frequency_penalty",
  "seed",
  "stop",
  "tools",
  "tool_choice",
  "response_format",
] as const;

interface Described {
  readonly function?: {
    readonly name?: string;
    readonly description?: string;
    readonly parameters?: unknown;
  };
}

function toolsOf(tools: unknown): string | null {
  if (!Array.isArray(tools)) return null;
  const entries = (tools as Described[]).map(({ function: described }) => {
    const description = described?.description
      ? `description: ${JSON.stringify(described.description)}, `
      : "";
    const schema = jsLiteral(described?.parameters ?? { type: "object" }, "      ");
    return `    ${JSON.stringify(described?.name ?? "")}: tool({\n      ${description}inputSchema: jsonSchema(${schema}),\n    }),\n`;
  });
  return `{\n${entries.join("")}  }`;
}

function toolChoice(choice: unknown): unknown {
  if (typeof choice !== "object" || choice === null) return choice;
  return { type: "tool", toolName: (choice as Described).function?.name };
}

interface Format {
  readonly type?: string;
  readonly json_schema?: { readonly schema?: unknown; readonly name?: string };
}

function outputOf(format: Format | undefined): string | null {
  if (format?.type === "json_object") return "Output.json()";
  if (format?.type !== "json_schema") return null;
  const { name, schema } = format.json_schema ?? {};
  return `Output.object({ name: ${JSON.stringify(name ?? "answer")}, schema: jsonSchema(${jsLiteral(schema ?? {}, "  ")}) })`;
}

/** Names of the AI SDK for what a chat request asks. Source text, since some of it is calls. */
function settings(body: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const plain = given({
    temperature: body["temperature"],
    topP: body["top_p"],
    maxOutputTokens:
      body["max_completion_tokens"] ?? body["max_tokens"] ?? body["max_output_tokens"],
    presencePenalty: body["presence_penalty"],
    frequencyPenalty: body["frequency_penalty"],
    seed: body["seed"],
    stopSequences: typeof body["stop"] === "string" ? [body["stop"]] : body["stop"],
    toolChoice: toolChoice(body["tool_choice"]),
  });
  const tools = toolsOf(body["tools"]);
  const output = outputOf(body["response_format"] as Format | undefined);
  const others = without(body, ...known);
  return [
    ...Object.entries(plain).map(([key, value]) => [key, jsLiteral(value, "  ")] as const),
    ...(tools ? [["tools", tools] as const] : []),
    ...(output ? [["output", output] as const] : []),
    ...(Object.keys(others).length > 0
      ? [["providerOptions", jsLiteral({ slash: others }, "  ")] as const]
      : []),
  ];
}

const object = (entries: readonly (readonly [string, string])[]) =>
  `{\n${entries.map(([key, value]) => `  ${key}: ${value},\n`).join("")}}`;

/** The request with the Vercel AI SDK; null where it has no call for the route. */
export function aiSdkSample({ route, body, baseUrl }: SampleRequest): string | null {
  if (!body || route === "models" || route === "models/{id}") return null;
  // Its completion models write "user:" and "assistant:" around the prompt: no longer the same request.
  if (route === "completions") return null;
  const provider =
    route === "responses"
      ? `import { createOpenAI } from "@ai-sdk/openai";`
      : `import { createOpenAICompatible } from "@ai-sdk/openai-compatible";`;
  const create =
    route === "responses"
      ? `const slash = createOpenAI({ baseURL: ${JSON.stringify(baseUrl)}, apiKey: "none" });`
      : `const slash = createOpenAICompatible({
  name: "slash",
  baseURL: ${JSON.stringify(baseUrl)},
  supportsStructuredOutputs: true,
  includeUsage: true,
});`;
  const model = JSON.stringify(body["model"] ?? "");
  if (route === "embeddings") {
    const values = Array.isArray(body["input"]) ? (body["input"] as unknown[]) : [body["input"]];
    return `${provider}
import { embedMany } from "ai";

${create}
const { embeddings } = await embedMany({
  model: slash.embeddingModel(${model}),
  values: ${jsLiteral(values, "  ")},
});
console.log(embeddings);
`;
  }
  const { system, messages } = aiSdkMessages(body["messages"]);
  const input: readonly (readonly [string, string])[] =
    route === "chat/completions"
      ? [
          ["model", `slash(${model})`],
          ...(system === undefined ? [] : [["system", JSON.stringify(system)] as const]),
          ["messages", jsLiteral(messages, "  ")],
        ]
      : [
          ["model", `slash.responses(${model})`],
          ["prompt", jsLiteral(body["input"], "  ")],
        ];
  const entries = [...input, ...settings(body)];
  const stream = body["stream"] === true;
  const uses = (name: string) =>
    entries.some(([, value]) => value.includes(`${name}(`) || value.includes(`${name}.`));
  const names = [
    stream ? "streamText" : "generateText",
    ...["Output", "jsonSchema", "tool"].filter(uses),
  ];
  const call = stream
    ? `const { fullStream } = streamText(${object(entries)});
for await (const part of fullStream) console.log(part);
`
    : `const answer = await generateText(${object(entries)});
console.log(${entries.some(([key]) => key === "output") ? "answer.output" : "answer.text"});
`;
  return `${provider}
import { ${names.join(", ")} } from "ai";

${create}
${call}`;
}
