import { describe, expect, it } from "vitest";

import { invalidRequest } from "../../engine/api-error.ts";
import { choice, FakeEngine, fakeModel, run, say } from "../testing/fake-engine.ts";
import { chat, framesOf, testContext } from "../testing/test-client.ts";
import type { ChatCompletion } from "./chat-types.ts";

const tools = ["set_lamp", "set_fan"].map((name) => ({
  type: "function",
  function: { name, parameters: { type: "object", properties: { on: { type: "boolean" } } } },
}));
const twoCalls =
  '<tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_call>\n<tool_call>\n{"name": "set_fan", "arguments": {}}\n</tool_call>';

async function whole(engine: FakeEngine, fields: object = {}): Promise<ChatCompletion> {
  const response = await chat(testContext(engine), { tools, ...fields });
  expect(response.status).toBe(200);
  return (await response.json()) as ChatCompletion;
}

describe("tool calls in chat", () => {
  it("A39, A40: come as a first delta with the name, then pieces of the arguments", async () => {
    const engine = new FakeEngine(() => say(["Yes. ", ...(twoCalls.match(/.{1,7}|\n/g) ?? [])]));
    const response = await chat(testContext(engine), { tools, stream: true });
    const deltas = framesOf(await response.text()).map((frame) => frame.choices[0]?.delta);
    expect(deltas.slice(0, 4)).toEqual([
      { role: "assistant", content: "" },
      { content: "Yes." },
      {
        tool_calls: [
          {
            index: 0,
            id: expect.stringMatching(/^call_[0-9a-z]{24}$/),
            type: "function",
            function: { name: "set_lamp", arguments: "" },
          },
        ],
      },
      { tool_calls: [{ index: 0, function: { arguments: expect.any(String) } }] },
    ]);
    expect(deltas.at(-1)).toEqual({});
    expect(JSON.stringify(deltas)).not.toContain("tool_call>");
  });

  it("A41, A42: have arguments as a string, and ids of their own", async () => {
    const { choices } = await whole(new FakeEngine(() => say(twoCalls)));
    expect(choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: null,
        tool_calls: [
          { type: "function", function: { name: "set_lamp", arguments: '{"on": true}' } },
          { type: "function", function: { name: "set_fan", arguments: "{}" } },
        ],
      },
    });
    expect(new Set(choices[0]?.message.tool_calls?.map((call) => call.id)).size).toBe(2);
  });

  it("belong to their choice", async () => {
    const engine = new FakeEngine(() => run([...choice(0, [twoCalls]), ...choice(1, ["No."])]));
    const { choices } = await whole(engine, { n: 2 });
    expect(choices.map((item) => item.finish_reason)).toEqual(["tool_calls", "stop"]);
    expect(choices[1]?.message).toEqual({ role: "assistant", content: "No.", refusal: null });
  });

  it("keep the reason length when they were cut off", async () => {
    const { choices } = await whole(new FakeEngine(() => say([twoCalls.slice(0, 56)], "length")));
    expect(choices[0]).toMatchObject({
      finish_reason: "length",
      message: { tool_calls: [{ function: { arguments: '{"on": tru' } }] },
    });
  });

  it("answer the older functions as function_call", async () => {
    const engine = new FakeEngine(() => say('<tool_call>{"name":"f","arguments":{"a":1}}'));
    const fields = { tools: undefined, functions: [{ name: "f", parameters: {} }] };
    const { choices } = await whole(engine, fields);
    expect(choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { content: null, function_call: { name: "f", arguments: '{"a":1}' } },
    });
    const streamed = await chat(testContext(engine), { ...fields, stream: true });
    expect(framesOf(await streamed.text()).map((frame) => frame.choices[0])).toMatchObject([
      { delta: { role: "assistant" } },
      { delta: { function_call: { name: "f", arguments: "" } } },
      { delta: { function_call: { arguments: '{"a":1}' } } },
      { delta: {}, finish_reason: "function_call" },
    ]);
  });

  it("do without a schema that cannot be compiled, unless it is strict", async () => {
    const uncompiled = invalidRequest("The pattern cannot be compiled.", "response_format");
    const engine = new FakeEngine((_, number) => (number === 0 ? [uncompiled] : say(twoCalls)));
    const { choices } = await whole(engine);
    expect(choices[0]?.finish_reason).toBe("tool_calls");
    expect(engine.jobs[1]?.constraint).toMatchObject({
      structures: [{ schema: { type: "object" } }, { schema: { type: "object" } }],
    });
    const strict = [{ type: "function", function: { name: "f", strict: true } }];
    const response = await chat(testContext(new FakeEngine(() => [uncompiled])), { tools: strict });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: "tools" } });
  });

  it.each<[string, string, object]>([
    ["structures[1].schema.properties.a", "tools[1].function.parameters.properties.a", {}],
    ["structures[1].schema", "functions[1].parameters", { tools: undefined, functions: true }],
    [
      "$defs.call0.properties.a",
      "tools[0].function.parameters.properties.a",
      { tool_choice: "required" },
    ],
    ["$defs.call1", "tools[1].function.parameters", { response_format: true }],
    [
      "$defs.text.properties.a",
      "response_format.json_schema.schema.properties.a",
      { response_format: true },
    ],
    [
      "properties.a",
      "response_format.json_schema.schema.properties.a",
      { tools: undefined, response_format: true },
    ],
  ])("name the schema at fault as the request does: %s is %s", async (part, param, fields) => {
    const strict = [0, 1].map((number) => ({ name: `f${number}`, strict: true }));
    const format = { type: "json_schema", json_schema: { name: "x", schema: { type: "object" } } };
    const given = {
      tools: strict.map((item) => ({ type: "function", function: item })),
      ...fields,
      ...("functions" in fields && { functions: strict }),
      ...("response_format" in fields && { response_format: format }),
    };
    const place = `response_format.${part}`;
    const error = invalidRequest(`'${place}' is no good.`, place, "invalid_schema");
    const response = await chat(testContext(new FakeEngine(() => [error])), given);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "invalid_schema", param, message: `'${param}' is no good.` },
    });
  });

  it("and formats need a model that can", async () => {
    const capabilities = { chat: true, tools: false, json: false, embeddings: false };
    const context = testContext(new FakeEngine(() => say("Hi"), [fakeModel({ capabilities })]));
    for (const [param, fields] of [
      ["tools", { tools }],
      ["functions", { functions: [{ name: "f" }] }],
      ["response_format", { response_format: { type: "json_object" } }],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const response = await chat(context, fields);
      expect(response.status).toBe(400);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(await response.json()).toMatchObject({ error: { param, code: "model_unsupported" } });
    }
    expect((await chat(context, { tools, tool_choice: "none" })).status).toBe(200);
  });

  it("are not looked for when the choice is none", async () => {
    const engine = new FakeEngine(() => say(twoCalls));
    const { choices } = await whole(engine, { tool_choice: "none" });
    expect(choices[0]?.message.content).toBe(twoCalls);
    expect(engine.jobs[0]?.prompt).toMatchObject({ messages: [{ role: "user" }] });
  });

  it.each([
    ["named", { type: "function", function: { name: "set_fan" } }, ["set_fan"]],
    [
      "allowed_tools",
      {
        type: "allowed_tools",
        allowed_tools: {
          mode: "required",
          tools: [{ type: "function", function: { name: "set_lamp" } }],
        },
      },
      ["set_lamp"],
    ],
    ["required", "required", ["set_lamp", "set_fan"]],
  ])("are limited by tool_choice: %s", async (_, tool_choice, names) => {
    const engine = new FakeEngine(() => say('[{"name":"set_fan","arguments":{}}]'));
    await whole(engine, { tool_choice });
    expect(engine.jobs[0]?.constraint).toMatchObject({
      schema: {
        items: { anyOf: names.map((name) => ({ properties: { name: { const: name } } })) },
      },
    });
  });

  it("may be allowed none, which is no tools at all", async () => {
    const engine = new FakeEngine(() => say("Hi"));
    await whole(engine, { tool_choice: { type: "allowed_tools", allowed_tools: { tools: [] } } });
    expect(engine.jobs[0]?.constraint).toBeNull();
  });

  it.each([
    ["tools[0].type", { tools: [{ type: "custom", custom: { name: "x" } }] }, "invalid_value"],
    ["tools[0].function", { tools: [{ type: "function" }] }, "missing_required_parameter"],
    [
      "tools[0].function.name",
      { tools: [{ type: "function", function: { name: "no spaces" } }] },
      "invalid_value",
    ],
    [
      "tools[0].function.parameters",
      { tools: [{ type: "function", function: { name: "x", parameters: { type: "array" } } }] },
      "invalid_function_parameters",
    ],
    ["tool_choice", { tool_choice: "sometimes" }, "invalid_value"],
    [
      "tool_choice",
      { tool_choice: { type: "function", function: { name: "x" } } },
      "invalid_value",
    ],
    ["tool_choice", { tools: undefined, tool_choice: "required" }, "invalid_value"],
    [
      "tool_choice",
      { tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [] } } },
      "invalid_value",
    ],
    [
      "tool_choice.allowed_tools.tools[0].type",
      { tool_choice: { type: "allowed_tools", allowed_tools: { tools: [{ type: "mcp" }] } } },
      "invalid_value",
    ],
    ["tools", { tools: [] }, "empty_array"],
    ["tools", { tools: Array(129).fill(tools[0]) }, "array_above_max_length"],
    ["functions", { functions: [{ name: "f" }] }, "invalid_value"],
    ["parallel_tool_calls", { parallel_tool_calls: "no" }, "invalid_type"],
  ])("are refused at %s", async (param, fields, code) => {
    const response = await chat(testContext(new FakeEngine()), { tools, ...fields });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code } });
  });
});
