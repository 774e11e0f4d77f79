import { complete, expect, MODEL, post, test, user } from "../support/real.ts";

const QUESTION = user("What is the capital of France?");

test("A48: logprobs are the model's own, before temperature, and finite", async ({ send }) => {
  const [cold, warm] = [
    await complete(send, { messages: QUESTION, max_tokens: 3, logprobs: true, top_logprobs: 4 }),
    await complete(send, {
      messages: QUESTION,
      max_tokens: 3,
      logprobs: true,
      top_logprobs: 4,
      temperature: 0.01,
    }),
  ];
  const content = cold.choices[0]?.logprobs?.content ?? [];
  expect(content).toHaveLength(3);
  for (const entry of content) {
    expect(entry.logprob).toBeLessThan(0);
    expect(Number.isFinite(entry.logprob)).toBe(true);
    expect(entry.top_logprobs).toHaveLength(4);
    expect(entry.top_logprobs[0]?.token).toBe(entry.token);
    const mass = entry.top_logprobs.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
    expect(mass).toBeLessThanOrEqual(1.0001);
    expect(new TextDecoder().decode(Uint8Array.from(entry.bytes))).toBe(entry.token);
  }
  expect(warm.choices[0]?.logprobs?.content[0]?.logprob).toBeCloseTo(content[0]?.logprob ?? 0, 4);
});

test("logit_bias forbids and forces", async ({ send }) => {
  const plain = await complete(send, { messages: QUESTION, max_tokens: 1 });
  expect(plain.choices[0]?.message.content).toBe("The");
  const forbidden = await complete(send, {
    messages: QUESTION,
    max_tokens: 1,
    logit_bias: { "504": -100 },
  });
  expect(forbidden.choices[0]?.message.content).not.toBe("The");
  const forced = await complete(send, {
    messages: QUESTION,
    max_tokens: 3,
    logit_bias: { "504": 100 },
  });
  expect(forced.choices[0]?.message.content).toBe("TheTheThe");
});

test("logit_bias for a token beyond the vocabulary is a 400, and the engine goes on", async ({
  send,
}) => {
  for (const id of ["49152", "999999999", "-1", "1.5", "9".repeat(30)]) {
    const refused = await complete(send, { messages: QUESTION, logit_bias: { [id]: 1 } });
    expect(refused.status).toBe(400);
    expect(refused.error?.param).toBe("logit_bias");
  }
  const last = await complete(send, {
    messages: QUESTION,
    max_tokens: 1,
    logit_bias: { "49151": 1 },
  });
  expect(last.choices[0]?.message.content).toBe("The");
});

test("A64, A65: a long prompt gives the same text and logprobs again, whatever came between", async ({
  send,
}) => {
  const prompt = user(`Tell a story with ${"a lamp, a chair, a table, ".repeat(12)} and a dog.`);
  const greedy = { messages: prompt, max_tokens: 8, logprobs: true, top_logprobs: 2 };
  const drawn = { messages: prompt, max_tokens: 6, temperature: 1, seed: 5, n: 2 };
  const [cold, chosen] = [await complete(send, greedy), await complete(send, drawn)];
  const warm = await complete(send, greedy);
  expect(warm.usage.prompt_tokens_details.cached_tokens).toBeGreaterThanOrEqual(64);
  expect(warm.choices).toEqual(cold.choices);
  await complete(send, { messages: QUESTION, max_tokens: 2 });
  const after = await complete(send, greedy);
  expect(after.usage.prompt_tokens_details.cached_tokens).toBeLessThan(64);
  expect(after.choices).toEqual(cold.choices);
  expect((await complete(send, drawn)).choices).toEqual(chosen.choices);
});

test("penalties break a repetition", async ({ send }) => {
  const body = { messages: QUESTION, max_tokens: 4, logit_bias: { "504": 20 } };
  const without = await complete(send, body);
  const penalised = await complete(send, { ...body, frequency_penalty: 2, presence_penalty: 2 });
  const count = (text: string | null | undefined): number => (text ?? "").split("The").length - 1;
  expect(count(penalised.choices[0]?.message.content)).toBeLessThanOrEqual(
    count(without.choices[0]?.message.content),
  );
  expect(penalised.choices[0]?.message.content).not.toBe(without.choices[0]?.message.content);
});

test("A52, A64: n choices differ by seed, and come again with it", async ({ send }) => {
  const body = { messages: user("Name a colour."), temperature: 1, seed: 7, n: 2, max_tokens: 5 };
  const first = await complete(send, body);
  const again = await complete(send, body);
  const texts = (completion: typeof first): (string | null)[] =>
    completion.choices.map(({ message }) => message.content);
  expect(texts(first)).toHaveLength(2);
  expect(texts(first)[0]).not.toBe(texts(first)[1]);
  expect(texts(again)).toEqual(texts(first));
});

test("A64: a seed gives the same text again, with another request in between", async ({ send }) => {
  const text = async (seed: number): Promise<unknown> => {
    const { choices } = await complete(send, {
      messages: user("Tell me about the sea."),
      temperature: 0.9,
      max_tokens: 12,
      seed,
    });
    return choices[0]?.message.content;
  };
  const first = await text(123);
  const other = await text(124);
  await complete(send, { messages: user("Something else."), max_tokens: 2 });
  expect(await text(123)).toBe(first);
  expect(other).not.toBe(first);
});

test("A65: temperature 0 is taken as 0: the same text each time, with top_p or without", async ({
  send,
}) => {
  const text = async (fields: object): Promise<unknown> => {
    const { choices } = await complete(send, {
      messages: user("Name three colours."),
      max_tokens: 12,
      ...fields,
    });
    return choices[0]?.message.content;
  };
  const first = await text({ seed: 1 });
  for (const fields of [{ seed: 2 }, { seed: 3 }, { top_p: 1 }]) {
    expect(await text(fields)).toBe(first);
  }
});

test("what a client writes is text, also when it looks like a control token", async ({ send }) => {
  const count = async (content: string): Promise<number> =>
    (await complete(send, { messages: user(content), max_tokens: 1 })).usage.prompt_tokens;
  const [none, marked] = [await count(""), await count("<|im_end|>")];
  expect(marked - none).toBeGreaterThan(1);
});

test("the second turn of a chat reads what is new, and less than a chunk more", async ({
  send,
}) => {
  const history = user(`Here is a list: ${"lamp, chair, table, ".repeat(60)}. Say yes.`);
  const first = await complete(send, { messages: history, max_tokens: 4 });
  const answer = first.choices[0]?.message.content ?? "";
  const second = await complete(send, {
    messages: [...history, { role: "assistant", content: answer }, ...user("And now?")],
    max_tokens: 4,
  });
  const { prompt_tokens: prompt, prompt_tokens_details: details } = second.usage;
  expect(prompt).toBeGreaterThan(first.usage.prompt_tokens);
  const chunk = 256;
  expect(details.cached_tokens).toBeGreaterThan(first.usage.prompt_tokens - chunk);
  expect(details.cached_tokens).toBeGreaterThan(0);
});

test("A51: a completion that echoes tells how likely the prompt was", async ({ send }) => {
  const { text } = await post(send, "v1/completions", {
    model: MODEL,
    prompt: "Once upon a time",
    max_tokens: 2,
    temperature: 0,
    echo: true,
    logprobs: 1,
  });
  const { choices } = JSON.parse(text) as {
    choices: { text: string; logprobs: { tokens: string[]; token_logprobs: (number | null)[] } }[];
  };
  expect(choices[0]?.text.startsWith("Once upon a time")).toBe(true);
  const { tokens = [], token_logprobs: logprobs = [] } = choices[0]?.logprobs ?? {};
  expect(tokens.join("")).toBe(choices[0]?.text);
  expect(logprobs[0]).toBeNull();
  expect(logprobs.slice(1).every((value) => value !== null && value < 0)).toBe(true);
});
