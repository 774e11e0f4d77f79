import { AI_SDK_PROVIDERS, aiSdkIn } from "../support/clients.ts";
import { EMBED_MODEL, expect, MODEL, scripted, test } from "../support/contract.ts";

/** Text before the call: the Responses provider refers to it by its id in the next step. */
const CALL = scripted({
  pieces: [
    "Wait.\n<tool_call>",
    '\n{"name": "set_lamp", "argum',
    'ents": {"on": true}}\n</tool',
    "_call>",
  ],
});
const RESULT = `done ${scripted({ pieces: ["It is", " on."] })}`;
const LAMP = scripted({ pieces: ['{"lamp"', ":true}"] });

test.describe("AI SDK", () => {
  let aiSdk: Awaited<ReturnType<typeof aiSdkIn>>;
  test.beforeAll(async ({ sharedPage }) => {
    aiSdk = await aiSdkIn(sharedPage);
  });

  for (const provider of AI_SDK_PROVIDERS) {
    test(`A07, A11: streamText: ${provider}`, async () => {
      const result = await aiSdk.evaluate(
        async ({ streamText, modelOf }, [way, model, prompt]) => {
          const errors: string[] = [];
          const stream = streamText({
            model: modelOf(way, model),
            prompt,
            onError: ({ error }) => void errors.push(String(error)),
          });
          return {
            pieces: await Array.fromAsync(stream.textStream),
            finish: await stream.finishReason,
            tokens: (await stream.usage).outputTokens,
            errors,
          };
        },
        [provider, MODEL, scripted({ pieces: ["Hi", " 😀", " there"] })] as const,
      );
      expect(result).toEqual({
        pieces: ["Hi", " 😀", " there"],
        finish: "stop",
        tokens: 3,
        errors: [],
      });
    });

    for (const stream of [false, true]) {
      test(`A28, A39, A40: tools over several steps${stream ? ", streamed" : ""}: ${provider}`, async () => {
        const result = await aiSdk.evaluate(
          async (
            { generateText, streamText, modelOf, stepCountIs, tool, z },
            [way, model, prompt, done, streamed],
          ) => {
            const asked: unknown[] = [];
            const options = {
              model: modelOf(way, model),
              prompt,
              stopWhen: stepCountIs(3),
              tools: {
                set_lamp: tool({
                  description: "Switches the lamp",
                  inputSchema: z.object({ on: z.boolean() }),
                  execute: (input) => {
                    asked.push(input);
                    return done;
                  },
                }),
              },
            };
            const answer = streamed ? streamText(options) : await generateText(options);
            return {
              text: await answer.text,
              steps: (await answer.steps).map(({ finishReason }) => finishReason),
              asked,
            };
          },
          [provider, MODEL, CALL, RESULT, stream] as const,
        );
        expect(result).toEqual({
          text: "It is on.",
          steps: ["tool-calls", "stop"],
          asked: [{ on: true }],
        });
      });
    }

    test(`a conversation goes on from its messages: ${provider}`, async () => {
      const { second, tokens } = await aiSdk.evaluate(
        async ({ generateText, modelOf }, [way, name]) => {
          const model = modelOf(way, name);
          const question = { role: "user" as const, content: "A colour?" };
          const one = await generateText({ model, messages: [question] });
          const two = await generateText({
            model,
            messages: [question, ...one.response.messages, { role: "user", content: "Another?" }],
          });
          return {
            second: two.text,
            tokens: [one.usage.inputTokens ?? 0, two.usage.inputTokens ?? 0],
          };
        },
        [provider, MODEL] as const,
      );
      expect(second).toBe("You said: Another?");
      // The answer before has reached the prompt, with its question.
      expect(tokens[1]).toBeGreaterThan(2 * (tokens[0] ?? Infinity));
    });

    test(`A46: structured output: ${provider}`, async () => {
      const { object, output } = await aiSdk.evaluate(
        async ({ generateObject, generateText, modelOf, Output, z }, [way, name, prompt]) => {
          const schema = z.object({ lamp: z.boolean() });
          const model = modelOf(way, name);
          const asObject = await generateObject({ model, prompt, schema });
          const asOutput = await generateText({ model, prompt, output: Output.object({ schema }) });
          return { object: asObject.object, output: asOutput.output };
        },
        [provider, MODEL, LAMP] as const,
      );
      expect([object, output]).toEqual([{ lamp: true }, { lamp: true }]);
    });

    test(`A46: structured output as it grows: ${provider}`, async () => {
      const parts = await aiSdk.evaluate(
        ({ streamText, modelOf, Output, z }, [way, name, prompt]) => {
          const schema = z.object({ lamp: z.boolean(), room: z.string() });
          const output = Output.object({ schema });
          const stream = streamText({ model: modelOf(way, name), prompt, output });
          return Array.fromAsync<unknown>(stream.partialOutputStream);
        },
        [
          provider,
          MODEL,
          scripted({ pieces: ['{"lamp":true,', '"room":"ki', 'tchen"}'] }),
        ] as const,
      );
      expect(parts).toEqual([
        { lamp: true },
        { lamp: true, room: "ki" },
        { lamp: true, room: "kitchen" },
      ]);
    });

    test(`A66: a fault in mid-stream is told: ${provider}`, async () => {
      const { text, errors, finish } = await aiSdk.evaluate(
        async ({ streamText, modelOf }, [way, model, prompt]) => {
          const seen: string[] = [];
          const stream = streamText({
            model: modelOf(way, model),
            prompt,
            onError: ({ error }) => void seen.push(JSON.stringify(error)),
          });
          let got = "";
          for await (const piece of stream.textStream) got += piece;
          return { text: got, errors: seen, finish: await stream.finishReason };
        },
        [provider, MODEL, scripted({ pieces: ["a", "b", "c"], failAfter: 2 })] as const,
      );
      expect(text).toBe("ab");
      expect(errors.join("")).not.toBe("");
      expect(finish).not.toBe("stop");
    });
  }

  test("A56: embeds, one and many", async () => {
    const { one, many } = await aiSdk.evaluate(
      async ({ compatible, embed, embedMany, openai }, id) => ({
        one: (await embed({ model: openai.embedding(id), value: "lamp" })).embedding,
        many: (await embedMany({ model: compatible.embeddingModel(id), values: ["lamp", "door"] }))
          .embeddings,
      }),
      EMBED_MODEL,
    );
    expect(many).toHaveLength(2);
    expect(many[0]).toEqual(one);
    expect(Math.hypot(...one)).toBeCloseTo(1, 5);
  });

  test("completes text by the compatible provider", async () => {
    const text = await aiSdk.evaluate(
      async ({ compatible, streamText }, [model, prompt]) =>
        streamText({ model: compatible.completionModel(model), prompt }).text,
      [MODEL, scripted({ pieces: ["Once", " more"] })] as const,
    );
    expect(text).toBe("Once more");
  });

  test("B03: an aborted stream frees the engine at once", async () => {
    const { pieces, next, waited } = await aiSdk.evaluate(
      async ({ compatible, generateText, streamText }, [name, long, short]) => {
        const model = compatible(name);
        const control = new AbortController();
        let count = 0;
        const stream = streamText({ model, prompt: long, abortSignal: control.signal });
        for await (const _ of stream.textStream) if (++count === 3) control.abort();
        const left = performance.now();
        const { text } = await generateText({ model, prompt: short });
        return { pieces: count, next: text, waited: performance.now() - left };
      },
      [MODEL, scripted({ pieces: ["tick "], repeat: 100, delayMs: 100 }), "Next"] as const,
    );
    expect(pieces).toBeLessThan(6);
    expect(next).toBe("You said: Next");
    expect(waited).toBeLessThan(2_000);
  });
});
