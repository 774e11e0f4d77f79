import { openaiIn } from "../support/clients.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";

const say = (content: string) => ({
  model: MODEL,
  messages: [{ role: "user" as const, content }],
});

/** Text, then a call, cut where it hurts. */
const TAGGED = scripted({
  pieces: [
    "Let me see.",
    "\n<tool_",
    'call>\n{"name": "set_la',
    'mp", "arguments": {"on": ',
    "true}}\n</tool",
    "_call>",
  ],
});

/** Two calls, as an answer that has to be calls. */
const BOTH = scripted({
  pieces: [
    '[{"name":"set_lamp","arg',
    'uments":{"on":tr',
    'ue}},{"name":"set_fan","arguments":{"on":false',
    "}}]",
  ],
});

/** What the tool answers; its script makes the model's next turn. */
const RESULT = `done ${scripted({ pieces: ["The lamp", " is on."] })}`;

const TOOLS = ["set_lamp", "set_fan"].map((name) => ({
  type: "function" as const,
  function: {
    name,
    parameters: {
      type: "object",
      properties: { on: { type: "boolean" } },
      required: ["on"],
      additionalProperties: false,
    },
  },
}));

test.describe("openai: tools", () => {
  let openai: Awaited<ReturnType<typeof openaiIn>>;
  test.beforeAll(async ({ sharedPage }) => {
    openai = await openaiIn(sharedPage);
  });

  for (const stream of [false, true]) {
    test(`A28, A40: runTools goes on until there is an answer${stream ? ", streamed" : ""}`, async () => {
      const { content, asked, roles } = await openai.evaluate(
        async ({ client, z, zodFunction }, [body, result, streamed]) => {
          const given: unknown[] = [];
          const tool = zodFunction({
            name: "set_lamp",
            parameters: z.object({ on: z.boolean() }),
            function: (args) => {
              given.push(args);
              return result;
            },
          });
          const completions = client.chat.completions;
          const runner = streamed
            ? completions.runTools({ ...body, stream: true, tools: [tool] })
            : completions.runTools({ ...body, tools: [tool] });
          return {
            content: await runner.finalContent(),
            asked: given,
            roles: runner.messages.map(({ role }) => role),
          };
        },
        [say(TAGGED), RESULT, stream] as const,
      );
      expect(content).toBe("The lamp is on.");
      expect(asked).toEqual([{ on: true }]);
      expect(roles).toEqual(["user", "assistant", "tool", "assistant"]);
    });
  }

  test("A39: the stream helper tells of text and arguments as they grow", async () => {
    const { events, message, reason } = await openai.evaluate(
      async ({ client }, body) => {
        const seen: string[] = [];
        const stream = client.chat.completions.stream(body);
        stream.on("content.delta", ({ delta }) => void seen.push(delta));
        stream.on("tool_calls.function.arguments.delta", ({ arguments_delta: delta }) => {
          if (delta !== "") seen.push(delta);
        });
        stream.on("tool_calls.function.arguments.done", ({ name, arguments: args }) => {
          seen.push(`${name}(${args})`);
        });
        const { choices } = await stream.finalChatCompletion();
        return {
          events: seen,
          message: choices[0]?.message,
          reason: choices[0]?.finish_reason,
        };
      },
      { ...say(TAGGED), tools: TOOLS },
    );
    expect(events).toEqual(["Let me see.", '{"on": ', "true}", 'set_lamp({"on": true})']);
    expect(message).toMatchObject({
      content: "Let me see.",
      tool_calls: [{ type: "function", function: { name: "set_lamp", arguments: '{"on": true}' } }],
    });
    expect(reason).toBe("tool_calls");
  });

  for (const stream of [false, true]) {
    test(`A42: parallel calls have ids of their own${stream ? ", streamed" : ""}`, async () => {
      const choice = await openai.evaluate(
        async ({ client }, [body, streamed]) => {
          const completion = streamed
            ? await client.chat.completions.stream(body).finalChatCompletion()
            : await client.chat.completions.create(body);
          return completion.choices[0];
        },
        [{ ...say(BOTH), tools: TOOLS, tool_choice: "required" as const }, stream] as const,
      );
      const calls = choice?.message.tool_calls ?? [];
      expect(choice?.finish_reason).toBe("tool_calls");
      expect(choice?.message.content).toBeNull();
      expect(calls.map((call) => call.type === "function" && call.function)).toEqual(
        [
          { name: "set_lamp", arguments: '{"on":true}' },
          { name: "set_fan", arguments: '{"on":false}' },
        ].map((call) => expect.objectContaining(call)),
      );
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      for (const { id } of calls) expect(id).toMatch(/^call_\w+$/);
    });
  }

  test("the older functions and function_call work, and need no tools", async () => {
    const choice = await openai.evaluate(
      async ({ client }, body) => (await client.chat.completions.create(body)).choices[0],
      {
        ...say(scripted({ pieces: ['[{"name":"set_lamp","arg', 'uments":{"on":true}}]'] })),
        functions: TOOLS.map(({ function: each }) => each),
        function_call: { name: "set_lamp" },
      },
    );
    expect(choice).toMatchObject({
      message: { content: null, function_call: { name: "set_lamp", arguments: '{"on":true}' } },
      finish_reason: "function_call",
    });
  });
});
