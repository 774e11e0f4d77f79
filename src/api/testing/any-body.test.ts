import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { choice, FakeEngine, run } from "./fake-engine.ts";
import { chat, MODEL, send, testContext } from "./test-client.ts";

describe("any body", () => {
  const nasty = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1e308,
      2 ** 53,
      0.1,
      "",
      "1",
      "\ud800",
      "x".repeat(20000),
      [],
      {},
    ),
    fc.constantFrom<unknown>(
      [[[[[]]]]],
      { a: { b: { c: {} } } },
      ["", null],
      [0],
      [{}],
      "__proto__",
      "constructor",
    ),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.double(),
  );
  const key = fc.oneof(
    {
      weight: 20,
      arbitrary: fc.constantFrom(
        ..."model messages prompt input stream stream_options n max_tokens max_completion_tokens max_output_tokens temperature top_p stop seed logprobs top_logprobs logit_bias response_format text tools tool_choice functions function_call parallel_tool_calls metadata user store suffix echo best_of dimensions encoding_format instructions previous_response_id include reasoning background truncation audio modalities service_tier prediction".split(
          " ",
        ),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty"),
    },
    { weight: 1, arbitrary: fc.string() },
  );
  const message = fc.record(
    {
      role: fc.oneof(
        fc.constantFrom<unknown>("system", "user", "assistant", "tool", "developer", "function"),
        nasty,
      ),
      content: fc.oneof(fc.constantFrom<unknown>("x", null, [{ type: "text", text: "x" }]), nasty),
      name: fc.oneof(fc.constant<unknown>("Ann"), nasty),
      tool_calls: fc.oneof(
        fc.constant<unknown>([
          { id: "a", type: "function", function: { name: "f", arguments: "{" } },
        ]),
        nasty,
      ),
      tool_call_id: fc.constant("a"),
    },
    { requiredKeys: [] },
  );
  /** Of the Responses API. */
  const item = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom<unknown>("message", "function_call", "function_call_output", "reasoning"),
        fc.constantFrom<unknown>("item_reference", null),
        nasty,
      ),
      role: fc.oneof(fc.constantFrom<unknown>("user", "assistant", "developer"), nasty),
      content: fc.oneof(fc.constantFrom<unknown>("x", [{ type: "input_text", text: "x" }]), nasty),
      id: fc.oneof(fc.constantFrom<unknown>(null, "msg_0123456789abcdef012345670"), nasty),
      call_id: fc.constant("a"),
      name: fc.oneof(fc.constant<unknown>("f"), nasty),
      arguments: fc.oneof(fc.constant<unknown>("{}"), nasty),
      output: fc.oneof(fc.constant<unknown>("x"), nasty),
      status: fc.oneof(fc.constantFrom<unknown>("completed", null), nasty),
    },
    { requiredKeys: ["role", "content"] },
  );
  const tool = fc.oneof(
    fc.constant<unknown>({
      type: "function",
      function: { name: "f", parameters: { type: "object" } },
    }),
    fc.constant<unknown>({ type: "function", name: "f" }),
    fc.record({ type: fc.constant("function"), function: nasty, name: nasty }),
    nasty,
  );
  const format = fc.oneof(
    fc.constantFrom<unknown>(
      { type: "json_object" },
      { type: "json_schema", json_schema: { name: "x", schema: { $ref: "#" } } },
      { format: { type: "json_schema", name: "x", schema: {} } },
    ),
    nasty,
  );
  /** What each route needs, and each body has: 400 for what is wrong, not for what is missing. */
  const bases = {
    "chat/completions": { model: MODEL, messages: [{ role: "user", content: "x" }] },
    completions: { model: MODEL, prompt: "x" },
    embeddings: { model: "test-embedder", input: "x" },
    responses: { model: MODEL, input: "x" },
  };
  type Base = (typeof bases)[keyof typeof bases];
  const object = (base: Base) =>
    fc
      .record(
        {
          messages: fc.array(message, { maxLength: 4 }),
          input: fc.oneof(fc.array(item, { maxLength: 4 }), nasty),
          tools: fc.array(tool, { maxLength: 3 }),
          tool_choice: fc.oneof(
            fc.constantFrom<unknown>("required", "auto", "none", {
              type: "function",
              function: { name: "f" },
            }),
            nasty,
          ),
          response_format: format,
          text: format,
          stream: fc.oneof(fc.boolean(), nasty),
          n: fc.oneof(fc.integer({ min: -1, max: 130 }), nasty),
          model: fc.oneof(
            { weight: 9, arbitrary: fc.constant<unknown>(base.model) },
            { weight: 1, arbitrary: nasty },
          ),
        },
        { requiredKeys: [] },
      )
      .chain((fields) =>
        fc.dictionary(key, nasty, { maxKeys: 3 }).map((more) => ({ ...base, ...fields, ...more })),
      );
  const valid = fc.record(
    {
      n: fc.constantFrom(1, 2),
      temperature: fc.double({ min: 0, max: 2, noNaN: true }),
      stop: fc.constantFrom("a", ["a", "b"], null),
      stream: fc.boolean(),
      seed: fc.integer(),
      user: fc.string({ unit: "binary" }),
      metadata: fc.dictionary(fc.string({ maxLength: 64 }), fc.string(), { maxKeys: 3 }),
    },
    { requiredKeys: [] },
  );
  const body = (base: Base) =>
    fc.oneof(
      { weight: 4, arbitrary: valid.map((value) => JSON.stringify({ ...base, ...value })) },
      { weight: 12, arbitrary: object(base).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
      { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: object(base).map((value) => JSON.stringify(value).slice(0, -3)) },
      { weight: 1, arbitrary: fc.nat(4000).map((depth) => `{"tools":${'{"a":['.repeat(depth)}`) },
      {
        weight: 1,
        arbitrary: fc
          .nat(400)
          .map((depth) => `{"metadata":${"[".repeat(depth)}${"]".repeat(depth)}}`),
      },
    );
  const request = fc.oneof(
    ...Object.entries(bases).map(([route, base]) => fc.tuple(fc.constant(route), body(base))),
  );

  it("is answered with 200 or a 4xx in OpenAI's shape, and hurts nobody after", async () => {
    // The engine answers at once: whatever is slow or hangs is the API's fault.
    const context = testContext(
      new FakeEngine((job) =>
        run(Array.from({ length: job.n }, (_, index) => choice(index, ["x"])).flat()),
      ),
    );
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(request, async ([route, content]) => {
        const response = await send(context, "POST", `/v1/${route}`, content);
        const text = await response.text();
        const what = `${route} ${response.status}`;
        seen.set(what, (seen.get(what) ?? 0) + 1);
        if (response.status === 200) {
          expect(text).not.toContain('"error":{');
          return;
        }
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        const { error } = JSON.parse(text) as { error: Record<string, unknown> };
        expect(Object.keys(error)).toEqual(["message", "type", "param", "code"]);
        expect(error["type"]).toBe("invalid_request_error");
      }),
      { numRuns: 10_000 },
    );
    // Both sides of every route were reached.
    for (const route of Object.keys(bases)) {
      expect(seen.get(`${route} 200`)).toBeGreaterThan(200);
      expect(seen.get(`${route} 400`)).toBeGreaterThan(200);
    }
    expect((await chat(context)).status).toBe(200);
    expect({}).not.toHaveProperty("polluted");
  }, 60_000);
});
