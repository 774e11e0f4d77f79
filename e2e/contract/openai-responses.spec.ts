import { openaiIn } from "../support/clients.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";

const CALL = scripted({ pieces: ['[{"name":"set_lamp","argu', 'ments":{"on":true}}]'] });

const TOOL = {
  type: "function" as const,
  name: "set_lamp",
  parameters: {
    type: "object",
    properties: { on: { type: "boolean" } },
    required: ["on"],
    additionalProperties: false,
  },
  strict: true,
};

const ASKED = { model: MODEL, input: CALL, tools: [TOOL], tool_choice: "required" as const };

test.describe("openai: responses", () => {
  let openai: Awaited<ReturnType<typeof openaiIn>>;
  test.beforeAll(async ({ sharedPage }) => {
    openai = await openaiIn(sharedPage);
  });

  test("creates a response, goes on from it, and deletes it", async () => {
    const { first, second, fetched, items, gone } = await openai.evaluate(
      async ({ client, OpenAI }, model) => {
        const { responses } = client;
        const one = await responses.create({ model, input: "A colour?" });
        const two = await responses.create({
          model,
          input: "Another?",
          previous_response_id: one.id,
        });
        const stored = await responses.retrieve(two.id);
        const inputs = await Array.fromAsync(responses.inputItems.list(two.id, { order: "asc" }));
        await responses.delete(two.id);
        const reason: unknown = await responses.retrieve(two.id).catch((thrown: unknown) => thrown);
        return {
          first: one,
          second: two,
          fetched: stored.output_text,
          items: inputs.map((item) => ("role" in item ? item.role : item.type)),
          gone: reason instanceof OpenAI.NotFoundError,
        };
      },
      MODEL,
    );
    expect(first).toMatchObject({
      object: "response",
      status: "completed",
      output_text: "You said: A colour?",
    });
    expect(first.id).toMatch(/^resp_/);
    expect(second.usage?.input_tokens).toBeGreaterThan(first.usage?.input_tokens ?? Infinity);
    expect(fetched).toBe("You said: Another?");
    expect(items).toEqual(["user", "assistant", "user"]);
    expect(gone).toBe(true);
  });

  test("streams a response, and its helper gathers the same", async () => {
    const { events, output, status } = await openai.evaluate(
      async ({ client }, body) => {
        const stream = client.responses.stream(body);
        const seen: { type: string; at: number }[] = [];
        for await (const { type, sequence_number: at } of stream) seen.push({ type, at });
        const final = await stream.finalResponse();
        return { events: seen, output: final.output, status: final.status };
      },
      { model: MODEL, input: scripted({ pieces: ["Hi", " there"] }) },
    );
    expect(events.map(({ type }) => type)).toEqual([
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
    expect(events.map(({ at }) => at)).toEqual(events.map((_, index) => index));
    expect(output).toMatchObject([
      { type: "message", content: [{ type: "output_text", text: "Hi there" }] },
    ]);
    expect(status).toBe("completed");
  });

  test("A13: a response that is cut is incomplete", async () => {
    const response = await openai.evaluate(({ client }, body) => client.responses.create(body), {
      model: MODEL,
      input: "Tell a long story.",
      max_output_tokens: 2,
    });
    expect(response).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      usage: { output_tokens: 2 },
    });
  });

  test("parses structured output with zod", async () => {
    const parsed = await openai.evaluate(
      async ({ client, z, zodTextFormat }, body) => {
        const format = zodTextFormat(z.object({ lamp: z.boolean() }), "lamp_state");
        return (await client.responses.parse({ ...body, text: { format } })).output_parsed;
      },
      { model: MODEL, input: scripted({ pieces: ['{"lamp"', ":true}"] }) },
    );
    expect(parsed).toEqual({ lamp: true });
  });

  for (const stream of [false, true]) {
    test(`A41: calls a tool and reads its result${stream ? ", streamed" : ""}`, async () => {
      const { call, text } = await openai.evaluate(
        async ({ client }, [asked, result, streamed]) => {
          const first = streamed
            ? await client.responses.stream(asked).finalResponse()
            : await client.responses.create(asked);
          const [made] = first.output;
          if (made?.type !== "function_call") return { call: made, text: null };
          const second = await client.responses.create({
            model: asked.model,
            previous_response_id: first.id,
            input: [{ type: "function_call_output", call_id: made.call_id, output: result }],
          });
          return { call: made, text: second.output_text };
        },
        [ASKED, `done ${scripted({ pieces: ["It is", " on."] })}`, stream] as const,
      );
      expect(call).toMatchObject({ name: "set_lamp", arguments: '{"on":true}' });
      expect(text).toBe("It is on.");
    });
  }

  test("A39: streams the arguments of a call as they grow", async () => {
    const { types, snapshots } = await openai.evaluate(async ({ client }, body) => {
      const stream = client.responses.stream(body);
      const grown: string[] = [];
      stream.on("response.function_call_arguments.delta", ({ snapshot }) => {
        grown.push(snapshot);
      });
      const seen: string[] = [];
      for await (const { type } of stream) seen.push(type);
      return { types: seen, snapshots: grown };
    }, ASKED);
    expect(types).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(snapshots).toEqual(['{"on":true}']);
  });

  test("A66: a fault in mid-stream is told", async () => {
    const { types, failure } = await openai.evaluate(
      async ({ client }, body) => {
        const seen: string[] = [];
        let thrown: unknown = null;
        try {
          const stream = await client.responses.create({ ...body, stream: true });
          for await (const { type } of stream) seen.push(type);
        } catch (caught) {
          thrown = caught;
        }
        return { types: seen, failure: String(thrown) };
      },
      { model: MODEL, input: scripted({ pieces: ["a", "b", "c"], failAfter: 2 }) },
    );
    expect(types).not.toContain("response.completed");
    expect([types.at(-1), failure]).toEqual(["response.failed", "null"]);
  });
});
