import type { Anything } from "../fixtures/wire-exchange.ts";
import { dataOf } from "../support/read-stream.ts";
import { complete, expect, MODEL, post, test, user } from "../support/real.ts";

const lamp = {
  type: "function",
  function: {
    name: "set_lamp",
    description: "Switches the lamp.",
    parameters: {
      type: "object",
      properties: { on: { type: "boolean" }, room: { enum: ["kitchen", "hall"] } },
      required: ["on", "room"],
    },
  },
};

const person = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 12 },
    age: { type: "integer", minimum: 1, maximum: 99 },
  },
  required: ["name", "age"],
  additionalProperties: false,
};

test("A46: json_schema: the text fits when it ends by itself", async ({ send }) => {
  const { choices } = await complete(send, {
    messages: user("Invent a person."),
    max_tokens: 60,
    response_format: {
      type: "json_schema",
      json_schema: { name: "person", strict: true, schema: person },
    },
  });
  expect(choices[0]?.finish_reason).toBe("stop");
  const value = JSON.parse(choices[0]?.message.content ?? "") as { name: string; age: number };
  expect(Object.keys(value).toSorted()).toEqual(["age", "name"]);
  expect(value.name.length).toBeLessThanOrEqual(12);
  expect(Number.isInteger(value.age) && value.age >= 1 && value.age <= 99).toBe(true);
});

test("A45: json_object: an answer that ends by itself is a JSON object", async ({ send }) => {
  const { choices } = await complete(send, {
    messages: user('Answer with this JSON object and nothing else: {"lamp": true}'),
    max_tokens: 60,
    response_format: { type: "json_object" },
  });
  expect(choices[0]?.finish_reason).toBe("stop");
  const value: unknown = JSON.parse(choices[0]?.message.content ?? "");
  expect(value).toEqual(expect.any(Object));
  expect(Array.isArray(value)).toBe(false);
});

test("A47: a schema that cannot be compiled is a 400 that says which part, and the engine goes on", async ({
  send,
}) => {
  const broken = {
    type: "object",
    properties: { ok: { type: "null" }, bad: { type: "nonsense" } },
  };
  const refused = await complete(send, {
    messages: user("x"),
    response_format: { type: "json_schema", json_schema: { name: "broken", schema: broken } },
  });
  expect(refused.status).toBe(400);
  expect(refused.error?.param).toBe("response_format.json_schema.schema.properties.bad");
  expect(refused.error?.message).toContain("properties.bad");
  const tool = { name: "broken", strict: true, parameters: broken };
  const format = {
    type: "json_schema",
    json_schema: { name: "person", schema: { $ref: "#/$defs/p", $defs: { p: person } } },
  };
  for (const fields of [{}, { tool_choice: "required" }, { response_format: format }]) {
    const { error } = await complete(send, {
      messages: user("x"),
      tools: [lamp, { type: "function", function: tool }],
      ...fields,
    });
    expect(error?.param).toBe("tools[1].function.parameters.properties.bad");
  }
  const after = await complete(send, {
    messages: user("Invent a person."),
    max_tokens: 5,
    response_format: { type: "json_schema", json_schema: { name: "person", schema: person } },
  });
  expect(after.status).toBe(200);
  expect(after.choices[0]?.message.content).toMatch(/^\s*\{/);
});

test("refusals, however many and of the same again, leave the grammar engine sound (A47)", async ({
  send,
}) => {
  const parts = [
    { type: "nonsense" },
    { type: "string", pattern: "(?=a)b" },
    { type: "integer", minimum: 5, maximum: 1 },
    { type: "array", minItems: 5, maxItems: 2, items: { type: "null" } },
    { anyOf: [] },
  ];
  const refuse = (bad: object, round: number) =>
    complete(send, {
      messages: user("x"),
      response_format: {
        type: "json_schema",
        json_schema: { name: "broken", schema: { properties: { bad }, title: `${round}` } },
      },
    });
  // Each refusal used to take a piece of the program's stack of 64 KiB; a part met twice never came back.
  for (let round = 0; round < 30; round++) {
    for (const bad of parts) expect((await refuse(bad, round)).status).toBe(400);
  }
  const after = await complete(send, {
    messages: user("Invent a person."),
    max_tokens: 3,
    response_format: { type: "json_schema", json_schema: { name: "person", schema: person } },
  });
  expect(after.status).toBe(200);
});

test("A40, A41: tool_choice required: always a call, with arguments that fit", async ({ send }) => {
  const { choices } = await complete(send, {
    messages: user("Switch on the lamp in the hall."),
    tools: [lamp],
    tool_choice: "required",
    parallel_tool_calls: false,
    max_tokens: 80,
  });
  expect(choices[0]?.finish_reason).toBe("tool_calls");
  const [call] = choices[0]?.message.tool_calls ?? [];
  expect(call?.function.name).toBe("set_lamp");
  const value = JSON.parse(call?.function.arguments ?? "") as { on: unknown; room: unknown };
  expect(typeof value.on).toBe("boolean");
  expect(["kitchen", "hall"]).toContain(value.room);
});

const fan = {
  type: "function",
  function: {
    name: "set_fan",
    parameters: {
      type: "object",
      properties: { speed: { enum: [1, 2, 3] } },
      required: ["speed"],
    },
  },
};

test("tool_choice names a function: one call of that one", async ({ send }) => {
  const { choices } = await complete(send, {
    messages: user("Switch on the lamp in the hall."),
    tools: [lamp, fan],
    tool_choice: { type: "function", function: { name: "set_fan" } },
    max_tokens: 80,
  });
  const calls = choices[0]?.message.tool_calls ?? [];
  expect(calls.map((call) => call.function.name)).toEqual(["set_fan"]);
  expect([1, 2, 3]).toContain(
    (JSON.parse(calls[0]?.function.arguments ?? "") as { speed: number }).speed,
  );
});

/** A question that was answered by two calls, and the reply to their results. */
function example(id: string, question: string, [on, off]: readonly [string, string]): object[] {
  const call = (number: number, room: string) => ({
    id: `${id}${number}`,
    type: "function",
    function: { name: "set_lamp", arguments: JSON.stringify({ on: number === 1, room }) },
  });
  return [
    ...user(question),
    { role: "assistant", content: null, tool_calls: [call(1, on), call(2, off)] },
    { role: "tool", tool_call_id: `${id}1`, content: "ok" },
    { role: "tool", tool_call_id: `${id}2`, content: "ok" },
    { role: "assistant", content: "Done." },
  ];
}

test.describe("tool_choice auto, in a conversation that has shown the model how", () => {
  // Two examples, since the small model makes no call of its own accord.
  const [first, second] = ["Kitchen lamp on, hall lamp off.", "Hall lamp on, kitchen lamp off."];
  const messages = [
    ...example("a", first, ["kitchen", "hall"]),
    ...example("b", second, ["hall", "kitchen"]),
    ...user(first),
  ];

  test("A39, A42: parallel calls, streamed for two choices", async ({ send }) => {
    const { text } = await post(send, "v1/chat/completions", {
      model: MODEL,
      temperature: 0,
      messages,
      tools: [lamp],
      n: 2,
      stream: true,
      max_tokens: 90,
    });
    expect(text).not.toContain("tool_call>");
    const choices = dataOf<Anything>(text).flatMap((chunk): Anything[] => chunk.choices);
    const ids = new Set<string>();
    for (const index of [0, 1]) {
      const own = choices.filter((choice) => choice.index === index);
      expect(own[0].delta).toEqual({ role: "assistant", content: "" });
      expect(own.at(-1)).toMatchObject({ delta: {}, finish_reason: "tool_calls" });
      const deltas = own.flatMap(({ delta }): Anything[] => delta.tool_calls ?? []);
      for (const number of [0, 1]) {
        const [head, ...rest] = deltas.filter((delta) => delta.index === number);
        expect(head).toMatchObject({ type: "function", function: { name: "set_lamp" } });
        ids.add(head.id);
        const pieces = [head, ...rest].map((delta) => delta.function.arguments);
        // Which lamp it takes is the small model's own affair.
        expect(JSON.parse(pieces.join(""))).toEqual({
          on: number === 0,
          room: expect.stringMatching(/^(?:kitchen|hall)$/),
        });
      }
    }
    expect(ids.size).toBe(4);
  });

  test("A17: one call where they must not be parallel, and no stop text cuts its arguments", async ({
    send,
  }) => {
    const { choices } = await complete(send, {
      messages,
      tools: [lamp],
      parallel_tool_calls: false,
      stop: ["room", "\n"],
      // `>"`: a token that ends the tag and goes on as no call does has to be drawn again.
      logit_bias: { 22875: 12 },
      max_tokens: 90,
    });
    expect(choices[0]?.finish_reason).toBe("tool_calls");
    expect(choices[0]?.message.tool_calls).toHaveLength(1);
    const [call] = choices[0]?.message.tool_calls ?? [];
    expect(JSON.parse(call?.function.arguments ?? "")).toEqual({ on: true, room: "kitchen" });
  });
});

test("tool_choice none is obeyed", async ({ send }) => {
  const { choices } = await complete(send, {
    messages: user("Switch on the lamp."),
    tools: [lamp],
    tool_choice: "none",
    max_tokens: 4,
  });
  expect(choices[0]?.message.tool_calls).toBeUndefined();
  expect(choices[0]?.finish_reason).not.toBe("tool_calls");
});
