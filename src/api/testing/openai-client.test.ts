import OpenAI, { APIError, NotFoundError } from "openai";
import { zodFunction, zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { engineError } from "../../engine/api-error.ts";
import { handle } from "../handle.ts";
import { choice, FakeEngine, run, say, type Script } from "./fake-engine.ts";
import { MODEL, testContext } from "./test-client.ts";

function connect(script?: Script): { readonly client: OpenAI; readonly engine: FakeEngine } {
  const engine = new FakeEngine(script);
  const context = testContext(engine);
  const client = new OpenAI({
    apiKey: "none",
    baseURL: "http://localhost/v1",
    maxRetries: 0,
    fetch: (url, init) => handle(new Request(url, init), context),
  });
  return { client, engine };
}

const messages = [{ role: "user", content: "Say hi." }] as const;

describe("the openai client", () => {
  it("reads a chat completion", async () => {
    const { client } = connect();
    const completion = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
    });
    expect(completion.choices[0]?.message.content).toBe("Hi there.");
    expect(completion.usage?.total_tokens).toBe(12);
    expect(completion._request_id).toMatch(/^req_/);
  });

  it("reads a stream, and its helper gathers the same", async () => {
    const { client } = connect();
    const stream = client.chat.completions.stream({
      model: MODEL,
      messages: [...messages],
      stream_options: { include_usage: true },
    });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    expect(text).toBe("Hi there.");
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.message).toMatchObject({ role: "assistant", content: "Hi there." });
    expect((await stream.totalUsage()).total_tokens).toBe(12);
  });

  it("aborts the engine when the loop is left", async () => {
    const { client, engine } = connect(() => [...say(["a", "b"]).slice(0, 3), "hang"]);
    const stream = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      stream: true,
    });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    expect(engine.aborted).toHaveLength(1);
  });

  it("aborts a whole answer through its signal", async () => {
    const { client, engine } = connect(() => [...say(["a"]).slice(0, 2), "hang"]);
    const control = new AbortController();
    const answer = client.chat.completions.create(
      { model: MODEL, messages: [...messages] },
      { signal: control.signal },
    );
    setTimeout(() => control.abort(), 20);
    await expect(answer).rejects.toThrow("aborted");
    expect(engine.aborted).toHaveLength(1);
  });

  it("throws on a fault in mid-stream", async () => {
    const { client } = connect(() => [
      ...say(["a"]).slice(0, 2),
      engineError("The device is gone."),
    ]);
    const stream = await client.chat.completions.create({
      model: MODEL,
      messages: [...messages],
      stream: true,
    });
    const read = async (): Promise<void> => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toThrow(APIError);
  });

  it("maps errors to its classes", async () => {
    const { client } = connect();
    const answer = client.chat.completions.create({ model: "nope", messages: [...messages] });
    await expect(answer).rejects.toThrow(NotFoundError);
    await expect(answer).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
      param: "model",
    });
  });

  it("parses structured output with zod", async () => {
    const { client, engine } = connect(() => say('{"lamp":true}'));
    const completion = await client.chat.completions.parse({
      model: MODEL,
      messages: [...messages],
      response_format: zodResponseFormat(z.object({ lamp: z.boolean() }), "lamp_state"),
    });
    expect(completion.choices[0]?.message.parsed).toEqual({ lamp: true });
    expect(engine.jobs[0]?.constraint).toMatchObject({
      type: "json_schema",
      schema: { type: "object", properties: { lamp: { type: "boolean" } } },
    });
  });

  it("runs tools until there is an answer", async () => {
    const { client, engine } = connect((_, number) =>
      number === 0
        ? say([
            "Let me see.\n<tool_",
            'call>\n{"name": "set_lamp", "argu',
            'ments": {"on": true}}\n</tool_call>',
          ])
        : say("The lamp is on."),
    );
    const asked: unknown[] = [];
    const runner = client.chat.completions.runTools({
      model: MODEL,
      messages: [{ role: "user", content: "Lamp on." }],
      tools: [
        zodFunction({
          name: "set_lamp",
          parameters: z.object({ on: z.boolean() }),
          function: (args) => {
            asked.push(args);
            return { ok: true };
          },
        }),
      ],
    });
    expect(await runner.finalContent()).toBe("The lamp is on.");
    expect(asked).toEqual([{ on: true }]);
    expect(engine.jobs[1]?.prompt).toMatchObject({
      messages: [
        { role: "system" },
        { role: "user", content: "Lamp on." },
        {
          role: "assistant",
          content:
            'Let me see.\n<tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_call>',
        },
        { role: "tool", content: '<tool_response>\n{"ok":true}\n</tool_response>' },
      ],
    });
  });

  it("gathers streamed tool calls", async () => {
    const { client } = connect(() =>
      say(['[{"name":"a","arguments":{"x', '":1}},{"name":"b","arguments":{}}', "]"]),
    );
    const stream = client.chat.completions.stream({
      model: MODEL,
      messages: [...messages],
      tool_choice: "required",
      tools: ["a", "b"].map((name) => ({ type: "function", function: { name, parameters: {} } })),
    });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.finish_reason).toBe("tool_calls");
    expect(
      final.choices[0]?.message.tool_calls?.map(
        (call) => call.type === "function" && call.function,
      ),
    ).toEqual([
      expect.objectContaining({ name: "a", arguments: '{"x":1}' }),
      expect.objectContaining({ name: "b", arguments: "{}" }),
    ]);
  });

  it("reads text completions, whole and streamed", async () => {
    const { client } = connect(() => run(choice(0, [" there", " was"], "length")));
    const body = { model: MODEL, prompt: "Once" };
    expect((await client.completions.create(body)).choices[0]).toMatchObject({
      text: " there was",
      finish_reason: "length",
    });
    let text = "";
    for await (const chunk of await client.completions.create({ ...body, stream: true })) {
      text += chunk.choices[0]?.text ?? "";
    }
    expect(text).toBe(" there was");
  });

  it("reads embeddings, which it asks for in base64", async () => {
    const { client } = connect();
    const list = await client.embeddings.create({ model: "test-embedder", input: ["a", "b"] });
    expect(list.data).toHaveLength(2);
    expect(list.data[0]?.embedding).toEqual([Math.fround(0.6), Math.fround(0.8), 0, 0]);
  });

  it("lists models, and finds one whose id has a slash", async () => {
    const { client } = connect();
    const ids: string[] = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toContain(MODEL);
    expect((await client.models.retrieve(MODEL)).id).toBe(MODEL);
  });

  it("goes on from an earlier response, and deletes it", async () => {
    const { client, engine } = connect((_, number) => say(number === 0 ? "Red." : "Blue."));
    const first = await client.responses.create({ model: MODEL, input: "A colour?" });
    expect(first.output_text).toBe("Red.");
    const second = await client.responses.create({
      model: MODEL,
      input: "Another?",
      previous_response_id: first.id,
    });
    expect(engine.jobs[1]?.prompt).toEqual({
      type: "chat",
      messages: [
        { role: "user", content: "A colour?" },
        { role: "assistant", content: "Red." },
        { role: "user", content: "Another?" },
      ],
    });
    expect((await client.responses.retrieve(second.id)).output_text).toBe("Blue.");
    const items: string[] = [];
    for await (const item of client.responses.inputItems.list(second.id))
      items.push(item.type ?? "");
    expect(items).toEqual(["message", "message", "message"]);
    await client.responses.delete(second.id);
    await expect(client.responses.retrieve(second.id)).rejects.toThrow(NotFoundError);
  });

  it("streams a response, and its helper gathers the same", async () => {
    const { client } = connect();
    const stream = client.responses.stream({ model: MODEL, input: "Say hi." });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect((await stream.finalResponse()).output).toMatchObject([
      { type: "message", content: [{ type: "output_text", text: "Hi there." }] },
    ]);
  });

  it("parses a response with zod, and reads its calls", async () => {
    const parsed = await connect(() => say('{"lamp":true}')).client.responses.parse({
      model: MODEL,
      input: "?",
      text: { format: zodTextFormat(z.object({ lamp: z.boolean() }), "lamp_state") },
    });
    expect(parsed.output_parsed).toEqual({ lamp: true });

    const called = await connect(() =>
      say('[{"name":"set_lamp","arguments":{"on":true}}]'),
    ).client.responses.create({
      model: MODEL,
      input: "?",
      tool_choice: "required",
      tools: [{ type: "function", name: "set_lamp", parameters: {}, strict: false }],
    });
    expect(called.output).toEqual([
      expect.objectContaining({
        type: "function_call",
        name: "set_lamp",
        arguments: '{"on":true}',
        status: "completed",
      }),
    ]);
  });
});
