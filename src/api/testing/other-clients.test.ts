import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { AIMessageChunk } from "@langchain/core/messages";
import { ChatOpenAI, OpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { generateObject, generateText, stepCountIs, streamText, tool } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { handle } from "../handle.ts";
import { FakeEngine, say, type Script } from "./fake-engine.ts";
import { MODEL, testContext } from "./test-client.ts";

const baseURL = "http://localhost/v1";
const call = '<tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_call>';

function connect(script?: Script): { readonly engine: FakeEngine; readonly fetch: typeof fetch } {
  const engine = new FakeEngine(script);
  const context = testContext(engine);
  return { engine, fetch: (input, init) => handle(new Request(input, init), context) };
}

const lampTools = (asked: unknown[]) => ({
  set_lamp: tool({
    description: "Switch the lamp",
    inputSchema: z.object({ on: z.boolean() }),
    execute: async (input) => {
      asked.push(input);
      return "done";
    },
  }),
});

describe("the AI SDK", () => {
  const providers = [
    [
      "openai-compatible",
      (fetcher: typeof fetch) =>
        createOpenAICompatible({
          name: "slash",
          baseURL,
          fetch: fetcher,
          includeUsage: true,
          supportsStructuredOutputs: true,
        })(MODEL),
    ],
    [
      "openai chat",
      (fetcher: typeof fetch) => createOpenAI({ baseURL, apiKey: "-", fetch: fetcher }).chat(MODEL),
    ],
    [
      "openai responses",
      (fetcher: typeof fetch) =>
        createOpenAI({ baseURL, apiKey: "-", fetch: fetcher }).responses(MODEL),
    ],
  ] as const;

  it.each(providers)("A07: streams text: %s", async (_, provider) => {
    const { fetch } = connect();
    const errors: unknown[] = [];
    const result = streamText({
      model: provider(fetch),
      prompt: "Say hi.",
      onError: ({ error }) => void errors.push(error),
    });
    expect(await result.text).toBe("Hi there.");
    expect(await result.finishReason).toBe("stop");
    expect((await result.usage).outputTokens).toBe(2);
    expect(errors).toEqual([]);
  });

  it.each(providers)("generates an object: %s", async (_, provider) => {
    const { engine, fetch } = connect(() => say('{"lamp":true}'));
    const { object } = await generateObject({
      model: provider(fetch),
      prompt: "?",
      schema: z.object({ lamp: z.boolean() }),
    });
    expect(object).toEqual({ lamp: true });
    expect(engine.jobs[0]?.constraint).toMatchObject({ type: "json_schema" });
  });

  it.each(providers)("runs tools: %s", async (_, provider) => {
    const { fetch } = connect((__, number) => say(number === 0 ? [call] : ["It is on."]));
    const asked: unknown[] = [];
    const { text } = await generateText({
      model: provider(fetch),
      prompt: "Lamp on.",
      tools: lampTools(asked),
      stopWhen: stepCountIs(3),
    });
    expect(text).toBe("It is on.");
    expect(asked).toEqual([{ on: true }]);
  });

  it.each(providers)("runs tools in a stream: %s", async (_, provider) => {
    const { fetch } = connect((__, number) => say(number === 0 ? call.split("") : ["It is on."]));
    const asked: unknown[] = [];
    const result = streamText({
      model: provider(fetch),
      prompt: "Lamp on.",
      tools: lampTools(asked),
      stopWhen: stepCountIs(3),
    });
    expect(await result.text).toBe("It is on.");
    expect(asked).toEqual([{ on: true }]);
  });
});

describe("LangChain.js", () => {
  const options = (fetcher: typeof fetch) => ({
    model: MODEL,
    apiKey: "-",
    maxRetries: 0,
    configuration: { baseURL, fetch: fetcher },
  });

  it("A07: invokes and streams chat", async () => {
    const { fetch } = connect();
    const model = new ChatOpenAI(options(fetch));
    const message = await model.invoke("Say hi.");
    expect(message.content).toBe("Hi there.");
    expect(message.usage_metadata).toMatchObject({ total_tokens: 12 });
    let text = "";
    for await (const chunk of await model.stream("Say hi.")) text += chunk.text;
    expect(text).toBe("Hi there.");
  });

  it("A07: binds tools, whole and streamed", async () => {
    const { fetch } = connect(() => say(call.split("")));
    const model = new ChatOpenAI(options(fetch)).bindTools([
      { type: "function", function: { name: "set_lamp", parameters: { type: "object" } } },
    ]);
    const calls = [expect.objectContaining({ name: "set_lamp", args: { on: true } })];
    expect((await model.invoke("Lamp on.")).tool_calls).toEqual(calls);
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await model.stream("Lamp on.")) whole = whole?.concat(chunk) ?? chunk;
    expect(whole?.tool_calls).toEqual(calls);
  });

  it("gives structured output", async () => {
    const { fetch } = connect(() => say('{"lamp":true}'));
    const model = new ChatOpenAI(options(fetch)).withStructuredOutput(
      z.object({ lamp: z.boolean() }),
      { method: "jsonSchema", name: "lamp_state" },
    );
    expect(await model.invoke("?")).toEqual({ lamp: true });
  });

  it("A55: completes text", async () => {
    const { fetch } = connect();
    const model = new OpenAI({ ...options(fetch), maxTokens: 5 });
    expect(await model.invoke("Once")).toBe("Hi there.");
    let text = "";
    for await (const piece of await model.stream("Once")) text += piece;
    expect(text).toBe("Hi there.");
  });

  it("A56: embeds", async () => {
    const { fetch } = connect();
    const embeddings = new OpenAIEmbeddings({ ...options(fetch), model: "test-embedder" });
    const [first] = await embeddings.embedDocuments(["a", "b"]);
    expect(first).toEqual([Math.fround(0.6), Math.fround(0.8), 0, 0]);
  });
});
