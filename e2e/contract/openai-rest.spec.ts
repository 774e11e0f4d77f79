import { openaiIn } from "../support/clients.ts";
import { ABSENT_MODEL, EMBED_MODEL, expect, MODEL, scripted, test } from "../support/contract.ts";

interface Chat {
  readonly model: string;
  readonly messages: { role: "user"; content: string }[];
}

test.describe("openai: completions, embeddings, models, errors", () => {
  let openai: Awaited<ReturnType<typeof openaiIn>>;
  test.beforeAll(async ({ sharedPage }) => {
    openai = await openaiIn(sharedPage);
  });

  test("A04: completes text, whole and streamed alike", async () => {
    const { whole, chunks } = await openai.evaluate(
      async ({ client }, body) => ({
        whole: await client.completions.create(body),
        chunks: await Array.fromAsync(
          await client.completions.create({
            ...body,
            stream: true,
            stream_options: { include_usage: true },
          }),
        ),
      }),
      { model: MODEL, prompt: scripted({ pieces: [" there", " was", " a"] }), max_tokens: 2 },
    );
    expect(whole.choices).toMatchObject([
      { index: 0, text: " there was", finish_reason: "length", logprobs: null },
    ]);
    expect(chunks.map(({ choices }) => choices[0]?.text ?? "").join("")).toBe(" there was");
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ text: "", finish_reason: "length" });
    expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 2 });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test("A55: completes a list of prompts, a choice each", async () => {
    const completion = await openai.evaluate(
      ({ client }, body) => client.completions.create(body),
      { model: MODEL, prompt: ["one", "two"].map((text) => scripted({ pieces: [text] })) },
    );
    expect(completion.choices).toMatchObject([
      { index: 0, text: "one", finish_reason: "stop" },
      { index: 1, text: "two", finish_reason: "stop" },
    ]);
  });

  test("A56: embeds, in the base64 it asks for by itself and in floats alike", async () => {
    const { own, floats, short } = await openai.evaluate(
      async ({ client }, body) => ({
        own: await client.embeddings.create(body),
        floats: await client.embeddings.create({ ...body, encoding_format: "float" }),
        short: await client.embeddings.create({ ...body, dimensions: 4 }),
      }),
      { model: EMBED_MODEL, input: ["lamp", "a door"] },
    );
    expect(own.data.map(({ index }) => index)).toEqual([0, 1]);
    for (const [index, { embedding }] of own.data.entries()) {
      expect(Math.hypot(...embedding)).toBeCloseTo(1, 5);
      expect(embedding).toEqual(floats.data[index]?.embedding.map(Math.fround));
    }
    expect(short.data[0]?.embedding).toHaveLength(4);
    expect(own.usage.prompt_tokens).toBeGreaterThan(0);
  });

  test("A57: lists the models, and finds one whose id has a slash", async () => {
    const { ids, found } = await openai.evaluate(
      async ({ client }, id) => ({
        ids: (await Array.fromAsync(client.models.list())).map((model) => model.id),
        found: await client.models.retrieve(id),
      }),
      ABSENT_MODEL,
    );
    expect(ids).toEqual([MODEL, EMBED_MODEL, ABSENT_MODEL]);
    expect(found).toMatchObject({ id: ABSENT_MODEL, object: "model" });
  });

  const faults: readonly {
    readonly name: string;
    readonly body: Readonly<Record<string, unknown>>;
    readonly error: Readonly<Record<string, unknown>>;
  }[] = [
    {
      name: "A34: an unknown model is a NotFoundError",
      body: { model: "no-such-model-7f3" },
      error: { name: "NotFoundError", status: 404, code: "model_not_found", param: "model" },
    },
    {
      name: "A36: a value out of range is a BadRequestError",
      body: { temperature: 9 },
      error: { name: "BadRequestError", code: "decimal_above_max_value", param: "temperature" },
    },
    {
      name: "A35: a prompt that is too long is a BadRequestError, streamed too",
      body: { stream: true, messages: [{ role: "user", content: "word ".repeat(5_000) }] },
      error: { name: "BadRequestError", code: "context_length_exceeded", param: "messages" },
    },
    {
      name: "a model that is not on the device is an InternalServerError, told at once",
      body: { model: ABSENT_MODEL },
      error: { name: "InternalServerError", status: 503, code: "model_not_downloaded" },
    },
  ];
  for (const { name, body, error } of faults) {
    test(name, async () => {
      const caught = await openai.evaluate(
        async ({ client, OpenAI }, [model, fields]) => {
          const messages = [{ role: "user" as const, content: "Say hi." }];
          const reason: unknown = await client.chat.completions
            .create({ model, messages, ...fields })
            .catch((thrown: unknown) => thrown);
          if (!(reason instanceof OpenAI.APIError)) throw reason;
          const { status, code, param, message } = reason;
          return { name: reason.constructor.name, status, code, param, message };
        },
        [MODEL, body] as const,
      );
      expect(caught).toMatchObject(error);
      expect(caught.message).not.toContain("no body");
    });
  }

  test("a full queue is a RateLimitError, and those that wait are answered", async () => {
    const { refused, answered } = await openai.evaluate(
      async ({ client, OpenAI }, [slow, quick]) => {
        const chat = client.chat.completions;
        const waiting = [slow, ...Array.from({ length: 32 }, () => quick)].map((body) =>
          chat.create(body),
        );
        await new Promise((resolve) => setTimeout(resolve, 500));
        const reason: unknown = await chat
          .create(quick, { maxRetries: 0 })
          .catch((thrown: unknown) => thrown);
        const texts = (await Promise.all(waiting)).map(
          ({ choices }) => choices[0]?.message.content,
        );
        return {
          refused: reason instanceof OpenAI.RateLimitError ? reason.code : String(reason),
          answered: texts,
        };
      },
      [scripted({ pieces: ["slow"], firstDelayMs: 1_500 }), "quick"].map((content) => ({
        model: MODEL,
        messages: [{ role: "user" as const, content }],
      })) as [Chat, Chat],
    );
    expect(refused).toBe("queue_full");
    expect(answered).toEqual(["slow", ...Array.from({ length: 32 }, () => "You said: quick")]);
  });
});
