import { given, jsLiteral, without } from "./js-literal.ts";
import type { SampleRequest } from "./sample-request.ts";

function client(request: SampleRequest, fields: Readonly<Record<string, unknown>>): string {
  return jsLiteral({
    ...fields,
    apiKey: "none",
    configuration: { baseURL: request.baseUrl, dangerouslyAllowBrowser: true },
  });
}

const run = (stream: boolean, method: string, input: string) =>
  stream
    ? `for await (const chunk of await model.stream(${input})) console.log(chunk);\n`
    : `console.log(await model.${method}(${input}));\n`;

/** Fields that LangChain.js has names of its own for; all others travel in `modelKwargs`. */
const known = [
  "model",
  "messages",
  "prompt",
  "input",
  "stream",
  "stream_options",
  "temperature",
  "tools",
  "tool_choice",
] as const;

function fieldsOf(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const others = without(body, ...known);
  return given({
    model: body["model"],
    temperature: body["temperature"],
    modelKwargs: Object.keys(others).length > 0 ? others : undefined,
  });
}

/** The request with LangChain.js; null where it has no call for the route. */
export function langchainSample(request: SampleRequest): string | null {
  const { route, body } = request;
  if (!body || route === "models" || route === "models/{id}") return null;
  const stream = body["stream"] === true;
  if (route === "embeddings") {
    const inputs = Array.isArray(body["input"]) ? (body["input"] as unknown[]) : [body["input"]];
    return `import { OpenAIEmbeddings } from "@langchain/openai";

const model = new OpenAIEmbeddings(${client(request, given({ model: body["model"], dimensions: body["dimensions"] }))});
console.log(await model.embedDocuments(${jsLiteral(inputs)}));
`;
  }
  if (route === "completions") {
    return `import { OpenAI } from "@langchain/openai";

const model = new OpenAI(${client(request, fieldsOf(body))});
${run(stream, "invoke", jsLiteral(body["prompt"]))}`;
  }
  const responses = route === "responses";
  const fields = { ...fieldsOf(body), ...(responses ? { useResponsesApi: true } : {}) };
  const bound = given({ tools: body["tools"], tool_choice: body["tool_choice"] });
  const tools = Array.isArray(bound["tools"])
    ? `.bindTools(${jsLiteral(bound["tools"])}${bound["tool_choice"] ? `, { tool_choice: ${jsLiteral(bound["tool_choice"])} }` : ""})`
    : "";
  return `import { ChatOpenAI } from "@langchain/openai";

const model = new ChatOpenAI(${client(request, fields)})${tools};
${run(stream, "invoke", jsLiteral(responses ? body["input"] : body["messages"]))}`;
}
