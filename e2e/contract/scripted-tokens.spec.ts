import type { Anything } from "../fixtures/wire-exchange.ts";
import type { Script } from "../../src/engine/scripted/script.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";
import { dataOf, readStream } from "../support/read-stream.ts";

const chat = (script: Partial<Script>, fields: Readonly<Record<string, unknown>> = {}) => ({
  model: MODEL,
  messages: [{ role: "user", content: scripted(script) }],
  ...fields,
});

/** One choice of an answer, whole or gathered from a stream. */
interface Gathered {
  readonly deltas: readonly string[];
  readonly text: string;
  readonly reason: string;
}

test.describe("scripted tokens", () => {
  let streamed: (body: Readonly<Record<string, unknown>>) => Promise<Gathered>;
  let whole: (body: Readonly<Record<string, unknown>>) => Promise<Gathered & { tokens: number }>;

  test.beforeAll(({ sharedPage }) => {
    streamed = async (body) => {
      const { text } = await readStream(sharedPage, "/v1/chat/completions", {
        ...body,
        stream: true,
      });
      expect(text).toMatch(/data: \[DONE\]\n\n$/);
      const choices = dataOf<Anything>(text).flatMap((chunk) => chunk.choices);
      expect(choices[0].delta).toEqual({ role: "assistant", content: "" });
      const deltas: string[] = choices.slice(1).map(({ delta }) => delta.content ?? "");
      return {
        deltas: deltas.filter(Boolean),
        text: deltas.join(""),
        reason: choices.at(-1).finish_reason,
      };
    };
    whole = async (body) => {
      const { text } = await readStream(sharedPage, "/v1/chat/completions", body);
      const { choices, usage }: Anything = JSON.parse(text);
      const { content } = choices[0].message;
      return {
        deltas: [],
        text: content,
        reason: choices[0].finish_reason,
        tokens: usage.completion_tokens,
      };
    };
  });

  test("A16: a character that comes in several tokens is passed on whole", async () => {
    const body = chat({
      pieces: ["a", [0xf0], [0x9f], [0x98], [0x80], [0xe6], [0xbc], [0xa2], "字", [0xc3], [0xa9]],
    });
    const { deltas } = await streamed(body);
    expect(deltas).toEqual(["a", "😀", "漢", "字", "é"]);
    expect(await whole(body)).toMatchObject({ text: "a😀漢字é", reason: "stop" });
  });

  for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
    test(`A16: an answer cut after ${limit} tokens, inside a character or not, is the same both ways`, async () => {
      const body = chat(
        { pieces: ["a", [0xf0], [0x9f], [0x98], [0x80], [0xe6], [0xbc], [0xa2]] },
        { max_tokens: limit },
      );
      const stream = await streamed(body);
      expect(stream).toMatchObject({ text: limit < 5 ? "a" : "a😀", reason: "length" });
      expect(await whole(body)).toMatchObject({
        text: stream.text,
        reason: "length",
        tokens: limit,
      });
    });
  }

  test("A17: nothing of a stop text leaves, however it is cut", async () => {
    const body = chat({ pieces: ["ab", " cd", " ef", " gh"] }, { stop: "cd ef" });
    const { deltas, reason } = await streamed(body);
    expect(deltas.join("")).toBe("ab ");
    expect(deltas.join("|")).not.toContain("c");
    expect(reason).toBe("stop");
    expect(await whole(body)).toMatchObject({ text: "ab ", reason: "stop" });
  });

  test("A17: what only looked like a stop text is passed on after all", async () => {
    const { text, reason } = await streamed(
      chat({ pieces: ["ab", " cd", " e", "x cd", " e"] }, { stop: ["cd ef", "zz"] }),
    );
    expect([text, reason]).toEqual(["ab cd ex cd e", "stop"]);
  });

  test("A18: a stop text over several tokens ends the answer early, both ways", async () => {
    const body = chat(
      { pieces: ["one two", " th", "ree", " four", " five"], repeat: 20 },
      { stop: ["two three"], max_tokens: 60 },
    );
    expect(await streamed(body)).toMatchObject({ text: "one ", reason: "stop" });
    const { text, tokens } = await whole(body);
    expect(text).toBe("one ");
    expect(tokens).toBeLessThanOrEqual(3);
  });

  test("A17: a stop text does not count within a call, whose arguments stay whole", async ({
    sharedPage,
  }) => {
    const call =
      '<tool_call>\n{"name": "set_lamp", "arguments": {"room": "the end hall"}}\n</tool_call>';
    const body = {
      ...chat(
        { pieces: ["Now. ", ...(call.match(/.{1,5}|\n/g) ?? []), " the end of it"] },
        { stop: ["the end", "\n"] },
      ),
      tools: [{ type: "function", function: { name: "set_lamp", parameters: { type: "object" } } }],
    };
    const { text } = await readStream(sharedPage, "/v1/chat/completions", body);
    const { choices }: Anything = JSON.parse(text);
    expect(choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: "Now.",
        tool_calls: [{ function: { arguments: '{"room": "the end hall"}' } }],
      },
    });
  });

  test("an empty answer has its first and last chunk, and whole it is an empty string", async () => {
    const body = chat({ pieces: [] });
    expect(await streamed(body)).toEqual({ deltas: [], text: "", reason: "stop" });
    expect(await whole(body)).toMatchObject({ text: "", reason: "stop" });
  });

  test("A49: logprobs in a stream are one entry a token, without alternatives unless asked for", async ({
    sharedPage,
  }) => {
    for (const top of [undefined, 2]) {
      const { text } = await readStream(sharedPage, "/v1/chat/completions", {
        ...chat({ pieces: ["a", [0xf0], [0x9f], [0x98], [0x80], "b"] }),
        stream: true,
        logprobs: true,
        ...(top !== undefined && { top_logprobs: top }),
      });
      const choices = dataOf<Anything>(text).flatMap((chunk) => chunk.choices);
      const entries = choices.flatMap(({ logprobs }): Anything[] => logprobs?.content ?? []);
      expect(entries.flatMap(({ bytes }): number[] => bytes)).toEqual([
        0x61, 0xf0, 0x9f, 0x98, 0x80, 0x62,
      ]);
      expect(entries).toHaveLength(6);
      for (const { logprob, top_logprobs: others } of entries) {
        expect(logprob).toBeLessThanOrEqual(0);
        expect(others).toHaveLength(top ?? 0);
      }
    }
  });

  test("C04: a prompt that fills all but ten tokens of the context gets what room there is", async ({
    sharedPage,
    send,
  }) => {
    const ask = async (words: number): Promise<Anything> => {
      const { text } = await readStream(sharedPage, "/v1/chat/completions", {
        model: MODEL,
        max_tokens: 100,
        messages: [
          { role: "user", content: "lamp ".repeat(words) },
          { role: "user", content: scripted({ pieces: ["x"], repeat: 200 }) },
        ],
      });
      return JSON.parse(text);
    };
    const { bytes } = await send({
      method: "GET",
      path: `/v1/models/${MODEL}`,
      headers: {},
      body: null,
    });
    const model: Anything = JSON.parse(new TextDecoder().decode(bytes));
    const context: number = model.slash_v1.contextLength;
    const few = await ask(1);
    const words = context - 10 - few.usage.prompt_tokens + 1;
    const { choices, usage } = await ask(words);
    expect(usage).toMatchObject({ prompt_tokens: context - 10, completion_tokens: 10 });
    expect(choices).toMatchObject([
      { message: { content: "x".repeat(10) }, finish_reason: "length" },
    ]);
    // A prompt that leaves no room at all, and then a usual request.
    expect((await ask(words + 10)).error).toMatchObject({ code: "context_length_exceeded" });
    expect((await ask(1)).usage.completion_tokens).toBe(100);
  });

  test("A42: two calls in a stream have ids of their own, and no text", async ({ sharedPage }) => {
    const call = (name: string): string => `{"name":"${name}","arguments":{"on":true}}`;
    const { text } = await readStream(sharedPage, "/v1/chat/completions", {
      ...chat({ pieces: ["[", call("set_lamp"), ",", call("set_fan"), "]"] }),
      stream: true,
      tool_choice: "required",
      tools: ["set_lamp", "set_fan"].map((name) => ({ type: "function", function: { name } })),
    });
    const choices = dataOf<Anything>(text).flatMap((chunk) => chunk.choices);
    const begun = choices
      .flatMap(({ delta }) => delta.tool_calls ?? [])
      .filter(({ id }: Anything) => id !== undefined);
    expect(begun).toMatchObject([
      { index: 0, type: "function", function: { name: "set_lamp" } },
      { index: 1, type: "function", function: { name: "set_fan" } },
    ]);
    expect(begun.every(({ id }) => /^call_\w+$/.test(id))).toBe(true);
    expect(new Set(begun.map(({ id }: Anything) => id)).size).toBe(2);
    expect(choices.map(({ delta }) => delta.content ?? "").join("")).toBe("");
    expect(choices.at(-1).finish_reason).toBe("tool_calls");
  });

  test("A53: three choices in a stream keep apart, each with its first and last chunk", async ({
    sharedPage,
  }) => {
    const { text } = await readStream(sharedPage, "/v1/chat/completions", {
      ...chat({ pieces: ["x", "y"] }, { n: 3, stream: true }),
      stream_options: { include_usage: true },
    });
    const chunks = dataOf<Anything>(text);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    for (const index of [0, 1, 2]) {
      const own = chunks.flatMap(({ choices }) => choices).filter((each) => each.index === index);
      expect(own.map(({ delta }) => delta)).toEqual([
        { role: "assistant", content: "" },
        { content: "x" },
        { content: "y" },
        {},
      ]);
      expect(own.map(({ finish_reason: reason }) => reason)).toEqual([null, null, null, "stop"]);
    }
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 6 } });
  });

  test("A64: equal seeds give equal answers, with another request in between", async ({
    sharedPage,
  }) => {
    const ask = async (seed: number): Promise<unknown> => {
      const body = chat(
        { pieces: ["x"] },
        { seed, temperature: 0.9, logprobs: true, top_logprobs: 2 },
      );
      const { text } = await readStream(sharedPage, "/v1/chat/completions", body);
      const answer: Anything = JSON.parse(text);
      return answer.choices;
    };
    const first = await ask(123);
    const other = await ask(124);
    expect(await ask(123)).toEqual(first);
    // The scripted engine tells its seed in the alternatives.
    expect(other).not.toEqual(first);
  });
});
