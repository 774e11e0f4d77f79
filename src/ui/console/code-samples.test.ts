import { afterEach, describe, expect, it, vi } from "vitest";
import { codeSamples, type SampleClient } from "./code-samples.ts";
import { preset, type PresetName, presetNames } from "./presets.ts";

const baseUrl = "http://slash.test/v1";

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown> | null;
}

const choice = (extra: object) => ({ index: 0, finish_reason: null, logprobs: null, ...extra });
const frames = (...chunks: object[]) =>
  new Response(
    [...chunks.map((one) => JSON.stringify(one)), "[DONE]"]
      .map((one) => `data: ${one}\n\n`)
      .join(""),
    {
      headers: { "content-type": "text/event-stream" },
    },
  );

/** The least that each client takes as an answer. */
function answerTo({ path, body }: Sent): Response {
  const base = { id: "x-1", created: 1, model: "m" };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (path === "/v1/models")
    return Response.json({
      object: "list",
      data: [{ id: "m", object: "model", created: 1, owned_by: "o" }],
    });
  if (path.startsWith("/v1/models/"))
    return Response.json({ id: "m", object: "model", created: 1, owned_by: "o" });
  if (path === "/v1/embeddings") {
    const embedding = body?.["encoding_format"] === "base64" ? "AACAPw==" : [1];
    const inputs = body?.["input"] as unknown[];
    return Response.json({
      object: "list",
      model: "m",
      usage,
      data: inputs.map((_, index) => ({ object: "embedding", index, embedding })),
    });
  }
  if (path === "/v1/responses") {
    const item = {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "{}", annotations: [] }],
    };
    const response = {
      ...base,
      object: "response",
      created_at: 1,
      status: "completed",
      error: null,
      incomplete_details: null,
      output: [item],
      tools: [],
      usage: {
        input_tokens: 1,
        output_tokens: 1,
        total_tokens: 2,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    };
    if (body?.["stream"] !== true) return Response.json(response);
    return frames(
      { type: "response.created", sequence_number: 0, response: { ...response, output: [] } },
      { type: "response.completed", sequence_number: 1, response },
    );
  }
  const completion = path === "/v1/completions";
  const object = completion ? "text_completion" : "chat.completion";
  if (body?.["stream"] === true) {
    const first = completion ? { text: "{}" } : { delta: { role: "assistant", content: "{}" } };
    const last = completion ? { text: "" } : { delta: {} };
    const kind = completion ? object : "chat.completion.chunk";
    return frames(
      { ...base, object: kind, choices: [choice(first)] },
      { ...base, object: kind, choices: [choice({ ...last, finish_reason: "stop" })] },
    );
  }
  const message = completion
    ? { text: "{}" }
    : { message: { role: "assistant", content: '{"city":"Paris","country":"France"}' } };
  return Response.json({
    ...base,
    object,
    usage,
    choices: [choice({ ...message, finish_reason: "stop" })],
  });
}

/** Runs a sample as it stands; only `import` statements become calls, since it is no file. */
async function run(code: string): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const text = await request.text();
    const one = {
      method: request.method,
      path: new URL(request.url).pathname,
      body: text === "" ? null : (JSON.parse(text) as Record<string, unknown>),
    };
    sent.push(one);
    return answerTo(one);
  });
  const libraries: Record<string, () => Promise<unknown>> = {
    openai: () => import("openai"),
    "@langchain/openai": () => import("@langchain/openai"),
    "@ai-sdk/openai": () => import("@ai-sdk/openai"),
    "@ai-sdk/openai-compatible": () => import("@ai-sdk/openai-compatible"),
    ai: () => import("ai"),
    "eventsource-parser/stream": () => import("eventsource-parser/stream"),
  };
  const body = code
    .replaceAll(/^import (\w+) from (".*?");$/gmu, "const { default: $1 } = await load($2);")
    .replaceAll(/^import (\{.*?\}) from (".*?");$/gmu, "const $1 = await load($2);");
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (load: (name: string) => Promise<unknown>, console: Pick<Console, "log">) => Promise<void>;
  await new AsyncFunction("load", "console", body)(
    (name) => (libraries[name] ?? (() => Promise.reject(new Error(name))))(),
    { log: () => undefined },
  );
  return sent;
}

/** Fields that clients add, or leave out because they are the API's own defaults. */
function comparable(body: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!body) return null;
  const { stream_options: _usage, stream, encoding_format: _format, ...rest } = body;
  return { ...rest, stream: stream === true };
}

afterEach(() => vi.unstubAllGlobals());

const exact: readonly SampleClient[] = ["fetch", "openai"];

describe("code samples", () => {
  for (const name of presetNames) {
    const { route, body } = preset(name satisfies PresetName, "m", "m");
    for (const { client, code } of codeSamples({ route, body, model: "m", baseUrl })) {
      if (code === null) continue;
      it(`${client} sends what “${name}” asks`, async () => {
        const sent = await run(code);
        expect(sent).toHaveLength(1);
        const [one] = sent;
        expect(one?.path).toBe(`/v1/${route === "models/{id}" ? "models/m" : route}`);
        const [got, wanted] = [comparable(one?.body ?? null), comparable(body)];
        if (exact.includes(client)) expect(got).toEqual(wanted);
        else expect(loose(got)).toMatchObject(loose(wanted) ?? {});
      });
    }
  }
});

/** What every client must carry over in its own words: texts, tools, schema, and how to choose. */
function loose(body: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!body) return null;
  const {
    max_completion_tokens,
    max_tokens,
    tools,
    response_format,
    messages,
    input,
    prompt,
    ...rest
  } = body;
  const format = response_format as
    | { json_schema?: { schema?: { properties?: object } } }
    | undefined;
  const asked = messages ?? input ?? prompt;
  const text = JSON.stringify(asked);
  return {
    ...rest,
    limit: max_completion_tokens ?? max_tokens,
    tools: (tools as { function?: { name: string; parameters: object } }[] | undefined)?.map(
      (tool) => tool.function?.name,
    ),
    properties: format?.json_schema?.schema?.properties,
    texts:
      typeof asked === "string"
        ? [asked]
        : [...text.matchAll(/"(?:content|text)":"([^"]*)"/gu)].map(([, one]) => one),
  };
}
