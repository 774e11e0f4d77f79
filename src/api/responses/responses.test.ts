import { describe, expect, it } from "vitest";

import { engineError, invalidRequest } from "../../engine/api-error.ts";
import type { GenerateEvent } from "../../engine/job.ts";
import type { ApiContext } from "../api-context.ts";
import { choice, FakeEngine, run, say } from "../testing/fake-engine.ts";
import { framesOf, MODEL, send, testContext } from "../testing/test-client.ts";
import { MemoryResponseStore } from "./memory-response-store.ts";
import type { ResponseEvent, ResponseObject } from "./response-types.ts";

const respond = (context: ApiContext, fields: object = {}): Promise<Response> =>
  send(context, "POST", "/v1/responses", { model: MODEL, input: "Say hi.", ...fields });

async function whole(engine: FakeEngine, fields: object = {}): Promise<ResponseObject> {
  const response = await respond(testContext(engine), fields);
  expect(response.status).toBe(200);
  return (await response.json()) as ResponseObject;
}

type Numbered = ResponseEvent & { readonly sequence_number: number };

async function events(engine: FakeEngine, fields: object = {}): Promise<readonly Numbered[]> {
  const text = await (await respond(testContext(engine), { ...fields, stream: true })).text();
  const frames = framesOf<Numbered>(text);
  // Each frame is an `event:` line with the type, and the data; there is no [DONE].
  expect(text).toBe(
    frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`).join(""),
  );
  expect(frames.map((frame) => frame.sequence_number)).toEqual(frames.map((_, index) => index));
  return frames;
}

const lamp = {
  type: "function",
  name: "set_lamp",
  parameters: { type: "object", properties: { on: { type: "boolean" } } },
};
const twoCalls =
  'Yes.\n<tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_call>\n<tool_call>\n{"name": "set_lamp", "arguments": {}}\n</tool_call>';

describe("a response", () => {
  it("repeats what was asked, and tells what came out", async () => {
    const settings = {
      instructions: "Be brief.",
      metadata: { a: "b" },
      temperature: 0,
      top_p: 0.5,
      max_output_tokens: 9,
      user: "u",
      parallel_tool_calls: false,
      reasoning: { effort: "low" },
    };
    const engine = new FakeEngine();
    const response = await whole(engine, settings);
    expect(response).toMatchObject({
      ...settings,
      id: expect.stringMatching(/^resp_[0-9a-f]{24}$/),
      object: "response",
      status: "completed",
      model: MODEL,
      error: null,
      incomplete_details: null,
      previous_response_id: null,
      store: true,
      text: { format: { type: "text" } },
      tool_choice: "auto",
      tools: [],
      truncation: "disabled",
      output: [
        {
          type: "message",
          id: expect.stringMatching(/^msg_/),
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "Hi there.", annotations: [], logprobs: [] }],
        },
      ],
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 2,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 12,
      },
    });
    expect(engine.jobs[0]).toMatchObject({
      maxTokens: 9,
      sampling: { temperature: 0, topP: 0.5 },
      prompt: {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Say hi." },
        ],
      },
    });
  });

  it("is incomplete when it was cut off", async () => {
    expect(await whole(new FakeEngine(() => say("Hi", "length")))).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ status: "incomplete" }],
    });
    const last = (await events(new FakeEngine(() => say("Hi", "length")))).at(-1);
    expect(last?.type).toBe("response.incomplete");
  });

  it("has a message, be it empty", async () => {
    const { output } = await whole(new FakeEngine(() => say([])));
    expect(output).toMatchObject([{ type: "message", content: [{ text: "" }] }]);
  });

  it("tells logprobs when they are included", async () => {
    const top = { token: "?", bytes: [63], logprob: -2 };
    const engine = new FakeEngine(() =>
      run([
        {
          type: "text",
          index: 0,
          text: "Hi",
          logprobs: [{ token: "Hi", bytes: [72, 105], logprob: -1, top: [top] }],
        },
        { type: "finish", index: 0, reason: "stop" },
      ]),
    );
    const fields = { include: ["message.output_text.logprobs"], top_logprobs: 1 };
    const logprobs = [{ token: "Hi", bytes: [72, 105], logprob: -1, top_logprobs: [top] }];
    expect((await whole(engine, fields)).output).toMatchObject([{ content: [{ logprobs }] }]);
    expect(engine.jobs[0]?.logprobs).toBe(1);
    const streamed = await events(engine, fields);
    expect(streamed.find((event) => event.type === "response.output_text.delta")).toMatchObject({
      logprobs,
    });
  });

  describe("with tools and logprobs", () => {
    const pieces = (texts: readonly string[]): FakeEngine =>
      new FakeEngine(() =>
        run([
          ...texts.map((text) => {
            const token = { token: text, bytes: [...Buffer.from(text)], logprob: -1, top: [] };
            return { type: "text", index: 0, text, logprobs: [token] } as const;
          }),
          { type: "finish", index: 0, reason: "stop" },
        ]),
      );
    const call = ["<tool_call>", '\n{"name": "set_lamp", ', '"arguments": {"on"', ": true}", "}\n"];
    const fields = { tools: [lamp], top_logprobs: 1 };
    const told = ({ output }: ResponseObject): readonly unknown[] =>
      output.map((item) =>
        item.type === "message"
          ? [item.content[0]?.text, item.content[0]?.logprobs.map(({ token }) => token)]
          : item.type,
      );

    it.each<[string, readonly string[], object, readonly unknown[]]>([
      [
        "a call alone",
        ['[{"name": "set_lamp", "arg', 'uments": {"on"', ": true}}", "]"],
        { tool_choice: "required" },
        ["function_call"],
      ],
      ["a tagged call", [...call, "</tool_call>"], {}, ["function_call"]],
      [
        "text around a call",
        ["Yes", ".", "\n", ...call, "</tool_call>", "\nDone", "."],
        {},
        [["Yes.", ["Yes", "."]], "function_call", ["\nDone.", ["\nDone", "."]]],
      ],
    ])("%s: has no message but for text, and only the text's tokens in it", async (...row) => {
      const [, texts, more, expected] = row;
      expect(told(await whole(pieces(texts), { ...fields, ...more }))).toEqual(expected);
      const streamed = await events(pieces(texts), { ...fields, ...more });
      const last = streamed.at(-1);
      expect(last && "response" in last && told(last.response)).toEqual(expected);
    });
  });

  it("streams text and calls in OpenAI's order", async () => {
    const engine = new FakeEngine(() => say([twoCalls]));
    const streamed = await events(engine, { tools: [lamp] });
    expect(streamed.map((event) => event.type.replace("response.", ""))).toEqual([
      "created",
      "in_progress",
      "output_item.added",
      "content_part.added",
      "output_text.delta",
      "output_text.done",
      "content_part.done",
      "output_item.done",
      "output_item.added",
      "function_call_arguments.delta",
      "function_call_arguments.done",
      "output_item.done",
      "output_item.added",
      "function_call_arguments.delta",
      "function_call_arguments.done",
      "output_item.done",
      "completed",
    ]);
    const last = streamed.at(-1);
    const output = last && "response" in last ? last.response.output : [];
    expect(output).toMatchObject([
      { type: "message", status: "completed", content: [{ text: "Yes." }] },
      { type: "function_call", name: "set_lamp", arguments: '{"on": true}', status: "completed" },
      { type: "function_call", name: "set_lamp", arguments: "{}" },
    ]);
    expect(new Set(output.map((item) => item.id)).size).toBe(3);
    expect(streamed.filter((event) => event.type === "response.output_item.done")).toMatchObject(
      output.map((item, output_index) => ({ output_index, item })),
    );
    for (const event of streamed) {
      if ("item_id" in event) expect(event.item_id).toBe(output[event.output_index]?.id);
    }
  });

  it("ends with response.failed when the engine fails", async () => {
    const engine = new FakeEngine(() => [...say(["Hi"]).slice(0, 2), engineError("It is gone.")]);
    expect((await events(engine)).at(-1)).toMatchObject({
      type: "response.failed",
      response: {
        status: "failed",
        error: { code: "server_error", message: "It is gone." },
        output: [{ type: "message", status: "incomplete", content: [{ text: "Hi" }] }],
      },
    });
    const calling = new FakeEngine(() => [
      ...say([twoCalls.slice(0, 80)]).slice(0, 2),
      engineError("It is gone."),
    ]);
    expect((await events(calling, { tools: [lamp] })).at(-1)).toMatchObject({
      response: {
        output: [
          { type: "message", status: "completed" },
          { type: "function_call", status: "incomplete" },
        ],
      },
    });
    const late = new FakeEngine(() => [300, invalidRequest("Too long.")]);
    expect(await events(late)).toMatchObject([
      { type: "response.created" },
      { type: "response.in_progress" },
      { type: "response.failed", response: { error: { code: "invalid_prompt" } } },
    ]);
  });

  it("is made from items of every kind", async () => {
    const engine = new FakeEngine();
    await whole(engine, {
      input: [
        { role: "developer", content: "Be kind." },
        { type: "message", role: "user", content: [{ type: "input_text", text: "Lamp on." }] },
        { type: "reasoning", id: "rs_1", summary: [] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes." }] },
        { type: "function_call", call_id: "call_1", name: "set_lamp", arguments: "{" },
        { type: "function_call", call_id: "call_2", name: "set_fan", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "done" },
        {
          type: "function_call_output",
          call_id: "call_2",
          output: [{ type: "input_text", text: "ok" }],
        },
      ],
    });
    expect(engine.jobs[0]?.prompt).toEqual({
      type: "chat",
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Lamp on." },
        {
          role: "assistant",
          content:
            'Yes.\n<tool_call>\n{"name": "set_lamp", "arguments": "{"}\n</tool_call>\n<tool_call>\n{"name": "set_fan", "arguments": {}}\n</tool_call>',
        },
        { role: "tool", content: "<tool_response>\ndone\n</tool_response>" },
        { role: "tool", content: "<tool_response>\nok\n</tool_response>" },
      ],
    });
  });

  it("fits a schema", async () => {
    const engine = new FakeEngine(() => say("{}"));
    const format = { type: "json_schema", name: "x", schema: { type: "object" } };
    const { text } = await whole(engine, { text: { format } });
    expect(text.format).toEqual({ ...format, strict: true });
    expect(engine.jobs[0]?.constraint).toMatchObject({
      type: "json_schema",
      schema: format.schema,
    });
  });

  it.each<[string, object, string]>([
    ["input", { input: undefined }, "missing_required_parameter"],
    ["input", { input: [] }, "missing_required_parameter"],
    ["input", { input: 5 }, "invalid_type"],
    ["input[0].role", { input: [{ content: "x" }] }, "missing_required_parameter"],
    ["input[0].content", { input: [{ role: "user" }] }, "missing_required_parameter"],
    [
      "input[0].content[0].type",
      { input: [{ role: "user", content: [{ type: "input_image" }] }] },
      "invalid_value",
    ],
    ["input[0].type", { input: [{ type: "computer_call", id: "x" }] }, "invalid_value"],
    ["input[0].id", { input: [{ type: "item_reference" }] }, "missing_required_parameter"],
    [
      "input[0].output",
      { input: [{ type: "function_call_output", call_id: "x" }] },
      "missing_required_parameter",
    ],
    ["background", { background: true }, "unsupported_parameter"],
    ["conversation", { conversation: "conv_1" }, "unsupported_parameter"],
    ["prompt", { prompt: { id: "x" } }, "unsupported_parameter"],
    ["truncation", { truncation: "auto" }, "unsupported_parameter"],
    [
      "context_management",
      { context_management: [{ type: "compaction" }] },
      "unsupported_parameter",
    ],
    ["tools[0].type", { tools: [{ type: "web_search" }] }, "invalid_value"],
    ["tools[0].name", { tools: [{ type: "function" }] }, "missing_required_parameter"],
    [
      "tool_choice",
      { tools: [lamp], tool_choice: { type: "function", name: "x" } },
      "invalid_value",
    ],
    ["tool_choice.type", { tools: [lamp], tool_choice: { type: "web_search" } }, "invalid_value"],
    [
      "tool_choice",
      { tools: [lamp], tool_choice: { type: "allowed_tools", mode: "required", tools: [] } },
      "invalid_value",
    ],
    ["max_output_tokens", { max_output_tokens: 0 }, "integer_below_min_value"],
    ["text.format.type", { text: { format: { type: "xml" } } }, "invalid_value"],
    [
      "text.format.name",
      { text: { format: { type: "json_schema", schema: {} } } },
      "missing_required_parameter",
    ],
    ["include[1]", { include: ["reasoning.encrypted_content", "nope"] }, "invalid_value"],
    ["include[0]", { include: [null] }, "missing_required_parameter"],
    ["include[0]", { include: [5] }, "invalid_type"],
    ["stream_options", { stream_options: { include_obfuscation: false } }, "invalid_value"],
    ["reasoning.effort", { reasoning: { effort: "huge" } }, "invalid_value"],
    ["previous_response_id", { previous_response_id: "resp_x" }, "previous_response_not_found"],
  ])("is refused at %s: %j", async (param, fields, code) => {
    const response = await respond(testContext(new FakeEngine()), fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code } });
  });

  it.each([
    ["text.format", "", { text: { format: { type: "json_object" } } }],
    [
      "text.format.schema.items",
      ".items",
      { text: { format: { type: "json_schema", name: "x", schema: {} } } },
    ],
    ["tools", "", { tools: [{ ...lamp, strict: true }] }],
    ["tools[0].parameters", ".structures[0].schema", { tools: [{ ...lamp, strict: true }] }],
  ])("calls the field at fault by its own name: %s", async (param, part, fields) => {
    const engine = new FakeEngine(() => [invalidRequest("Bad.", `response_format${part}`)]);
    const response = await respond(testContext(engine), fields);
    expect(await response.json()).toMatchObject({ error: { param } });
  });
});

describe("stored responses", () => {
  it("can be asked for as soon as the stream has told their end", async () => {
    const context = testContext(new FakeEngine());
    const text = await (await respond(context, { stream: true })).text();
    const last = framesOf<Numbered>(text).at(-1);
    const told = last && "response" in last ? last.response : undefined;
    const stored = await send(context, "GET", `/v1/responses/${told?.id}`);
    expect(await stored.json()).toEqual(told);
  });

  it("go on after a deleted one, with calls and results", async () => {
    const engine = new FakeEngine((_, number) =>
      number === 0 ? say('[{"name":"set_lamp","arguments":{"on":true}}]') : say("It is on."),
    );
    const context = testContext(engine);
    const fields = { tools: [lamp], tool_choice: "required" };
    const first = (await (await respond(context, fields)).json()) as ResponseObject;
    const [call] = first.output;
    const output = {
      type: "function_call_output",
      call_id: call && "call_id" in call && call.call_id,
      output: "ok",
    };
    const body = { previous_response_id: first.id, input: [output] };
    const second = (await (await respond(context, body)).json()) as ResponseObject;
    expect((await send(context, "DELETE", `/v1/responses/${first.id}`)).status).toBe(200);
    expect((await send(context, "GET", `/v1/responses/${first.id}`)).status).toBe(404);
    await respond(context, { previous_response_id: second.id, input: "Thanks." });
    expect(engine.jobs[2]?.prompt).toMatchObject({
      messages: [
        { role: "user", content: "Say hi." },
        { role: "assistant", content: expect.stringContaining("set_lamp") },
        { role: "tool" },
        { role: "assistant", content: "It is on." },
        { role: "user", content: "Thanks." },
      ],
    });
    const items = await send(
      context,
      "GET",
      `/v1/responses/${second.id}/input_items?limit=2&order=asc`,
    );
    expect(await items.json()).toMatchObject({
      object: "list",
      data: [{ type: "message", role: "user" }, { type: "function_call" }],
      has_more: true,
    });
  });

  it("are none when store is false", async () => {
    const context = testContext(new FakeEngine());
    const { id } = (await (await respond(context, { store: false })).json()) as ResponseObject;
    expect((await send(context, "GET", `/v1/responses/${id}`)).status).toBe(404);
    expect((await send(context, "DELETE", `/v1/responses/${id}`)).status).toBe(404);
  });

  it("are told as not stored when the store is full", async () => {
    const responses = new MemoryResponseStore();
    responses.put = () => Promise.reject(new Error("QuotaExceededError"));
    const context = testContext(new FakeEngine(), { responses });
    expect(await (await respond(context)).json()).toMatchObject({
      status: "completed",
      store: false,
    });
  });

  it("are not stored when the engine failed", async () => {
    const script = (): readonly GenerateEvent[] => run(choice(0, ["a"])).slice(0, 2);
    const context = testContext(new FakeEngine(() => [...script(), engineError("Gone.")]));
    const text = await (await respond(context, { stream: true })).text();
    const [created] = framesOf<Numbered>(text);
    const id = created && "response" in created ? created.response.id : "";
    expect((await send(context, "GET", `/v1/responses/${id}`)).status).toBe(404);
  });
});
