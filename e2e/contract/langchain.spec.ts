import { langChainIn } from "../support/clients.ts";
import { EMBED_MODEL, expect, MODEL, scripted, test } from "../support/contract.ts";

const CALL = scripted({
  pieces: [
    "Wait.\n<tool_call>",
    '\n{"name": "set_lamp", "argum',
    'ents": {"on": true}}\n</tool',
    "_call>",
  ],
});

test.describe("LangChain.js", () => {
  let langChain: Awaited<ReturnType<typeof langChainIn>>;
  test.beforeAll(async ({ sharedPage }) => {
    langChain = await langChainIn(sharedPage);
  });

  test("ChatOpenAI invokes", async () => {
    const message = await langChain.evaluate(
      async ({ ChatOpenAI, HumanMessage, SystemMessage, connection }, model) => {
        const chat = new ChatOpenAI({ ...connection, model });
        const { content, usage_metadata, response_metadata } = await chat.invoke([
          new SystemMessage("Be short."),
          new HumanMessage("Hello there"),
        ]);
        return { content, usage_metadata, finish: response_metadata["finish_reason"] as string };
      },
      MODEL,
    );
    expect(message.content).toBe("You said: Hello there");
    expect(message.finish).toBe("stop");
    expect(message.usage_metadata).toMatchObject({ output_tokens: 4 });
  });

  test("A01, A07: ChatOpenAI streams", async () => {
    const chunks = await langChain.evaluate(
      async ({ ChatOpenAI, connection }, [model, question]) => {
        const stream = await new ChatOpenAI({ ...connection, model }).stream(question);
        return (await Array.fromAsync(stream)).map((chunk) => ({
          text: chunk.text,
          id: chunk.id,
          usage: chunk.usage_metadata as { total_tokens: number } | undefined,
        }));
      },
      [MODEL, scripted({ pieces: ["Hi", " 😀", " there"] })] as const,
    );
    // The chunk that carries the usage alone has no id: LangChain makes it itself.
    const texts = chunks.filter(({ text }) => text !== "");
    expect(texts.map(({ text }) => text)).toEqual(["Hi", " 😀", " there"]);
    expect(new Set(texts.map(({ id }) => id)).size).toBe(1);
    expect(chunks.some(({ usage }) => usage !== undefined && usage.total_tokens > 3)).toBe(true);
  });

  for (const [stream, useResponsesApi] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    const how = `${useResponsesApi ? "responses" : "chat"}${stream ? ", streamed" : ""}`;
    test(`A07: bindTools reads the calls, and the result is taken: ${how}`, async () => {
      const { calls, content, answer } = await langChain.evaluate(
        async (
          { ChatOpenAI, HumanMessage, tool, z, connection },
          [model, question, result, streamed, byResponses],
        ) => {
          const lamp = tool(() => result, {
            name: "set_lamp",
            description: "Switches the lamp",
            schema: z.object({ on: z.boolean() }),
          });
          const chat = new ChatOpenAI({
            ...connection,
            model,
            useResponsesApi: byResponses,
          }).bindTools([lamp]);
          const human = new HumanMessage(question);
          const message = streamed
            ? (await Array.fromAsync(await chat.stream([human]))).reduce((whole, chunk) =>
                whole.concat(chunk),
              )
            : await chat.invoke([human]);
          const results = await Promise.all(
            (message.tool_calls ?? []).map((call) => lamp.invoke({ ...call, type: "tool_call" })),
          );
          const last = await chat.invoke([human, message, ...results]);
          return { calls: message.tool_calls, content: message.text, answer: last.text };
        },
        [
          MODEL,
          CALL,
          `done ${scripted({ pieces: ["It is", " on."] })}`,
          stream,
          useResponsesApi,
        ] as const,
      );
      expect(calls).toEqual([
        expect.objectContaining({ name: "set_lamp", args: { on: true }, type: "tool_call" }),
      ]);
      expect(content).toBe("Wait.");
      expect(answer).toBe("It is on.");
    });
  }

  for (const [method, answer] of [
    ["jsonSchema", '{"lamp":true}'],
    ["jsonMode", '{"lamp":true}'],
    ["functionCalling", '[{"name":"lamp_state","arguments":{"lamp":true}}]'],
  ] as const) {
    test(`withStructuredOutput by ${method}`, async () => {
      const value = await langChain.evaluate(
        ({ ChatOpenAI, z, connection }, [model, question, way]) =>
          new ChatOpenAI({ ...connection, model })
            .withStructuredOutput(z.object({ lamp: z.boolean() }), {
              method: way,
              name: "lamp_state",
            })
            .invoke(question),
        [MODEL, scripted({ pieces: [answer.slice(0, 9), answer.slice(9)] }), method] as const,
      );
      expect(value).toEqual({ lamp: true });
    });
  }

  test("ChatOpenAI by the Responses API", async () => {
    const { whole, streamed } = await langChain.evaluate(
      async ({ ChatOpenAI, connection }, model) => {
        const chat = new ChatOpenAI({ ...connection, model, useResponsesApi: true });
        const pieces = await Array.fromAsync(await chat.stream("Hello"));
        return {
          whole: (await chat.invoke("Hello")).text,
          streamed: pieces.map(({ text }) => text).join(""),
        };
      },
      MODEL,
    );
    expect([whole, streamed]).toEqual(["You said: Hello", "You said: Hello"]);
  });

  test("A34: an unknown model rejects, without retries", async () => {
    const error = await langChain.evaluate(
      ({ ChatOpenAI, connection }) =>
        new ChatOpenAI({ ...connection, model: "no-such-model-7f3" })
          .invoke("Hello")
          .catch((thrown: unknown) => String(thrown)),
      undefined,
    );
    expect(error).toContain("no-such-model-7f3");
  });

  test("A04, A55: OpenAI completes text, whole and streamed", async () => {
    const { whole, streamed } = await langChain.evaluate(
      async ({ OpenAI, connection }, [model, prompt]) => {
        const llm = new OpenAI({ ...connection, model });
        return {
          whole: await llm.invoke(prompt),
          streamed: (await Array.fromAsync(await llm.stream(prompt))).join(""),
        };
      },
      [MODEL, scripted({ pieces: ["Once", " more"] })] as const,
    );
    expect([whole, streamed]).toEqual(["Once more", "Once more"]);
  });

  test("A56: OpenAIEmbeddings embeds", async () => {
    const { documents, query } = await langChain.evaluate(
      async ({ OpenAIEmbeddings, connection }, model) => {
        const embeddings = new OpenAIEmbeddings({ ...connection, model });
        return {
          documents: await embeddings.embedDocuments(["lamp", "door"]),
          query: await embeddings.embedQuery("door"),
        };
      },
      EMBED_MODEL,
    );
    expect(documents).toHaveLength(2);
    expect(Math.hypot(...query)).toBeCloseTo(1, 5);
    expect(documents[1]).toEqual(query);
  });

  test("B03: a stream that is left frees the engine at once", async () => {
    const { next, waited } = await langChain.evaluate(
      async ({ ChatOpenAI, connection }, [model, long, short]) => {
        const chat = new ChatOpenAI({ ...connection, model });
        const control = new AbortController();
        const stream = await chat.stream(long, { signal: control.signal });
        let count = 0;
        try {
          for await (const { text } of stream) if (text !== "" && ++count === 3) control.abort();
        } catch {
          // LangChain throws what the signal says.
        }
        const left = performance.now();
        const answer = await chat.invoke(short);
        return { next: answer.text, waited: performance.now() - left };
      },
      [MODEL, scripted({ pieces: ["tick "], repeat: 100, delayMs: 100 }), "Next"] as const,
    );
    expect(next).toBe("You said: Next");
    expect(waited).toBeLessThan(2_000);
  });
});
