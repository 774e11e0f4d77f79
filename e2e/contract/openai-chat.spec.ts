import { openaiIn } from "../support/clients.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";

type OpenAIInPage = Awaited<ReturnType<typeof openaiIn>>;

const say = (content: string) => ({
  model: MODEL,
  messages: [{ role: "user" as const, content }],
});

/** Of the stream helper; those of refusals and tools have no place in a plain answer. */
const EVENTS = [
  "connect",
  "chunk",
  "content",
  "content.delta",
  "content.done",
  "logprobs.content.delta",
  "logprobs.content.done",
  "message",
  "chatCompletion",
  "finalContent",
  "finalMessage",
  "finalChatCompletion",
  "totalUsage",
  "end",
  "error",
  "abort",
] as const;

/** Ten seconds of answer, if nobody stops it. */
const LONG = say(scripted({ pieces: ["tick ", "tock "], repeat: 100, delayMs: 50 }));

test.describe("openai: chat completions", () => {
  let openai: OpenAIInPage;
  test.beforeAll(async ({ sharedPage }) => {
    openai = await openaiIn(sharedPage);
  });

  test("creates a whole answer", async () => {
    const answer = await openai.evaluate(async ({ client }, body) => {
      const { data, request_id } = await client.chat.completions.create(body).withResponse();
      return { data, request_id };
    }, say("Hello there"));
    expect(answer.data.choices).toMatchObject([
      {
        index: 0,
        message: { role: "assistant", content: "You said: Hello there", refusal: null },
        finish_reason: "stop",
      },
    ]);
    expect(answer.data.id).toMatch(/^chatcmpl-/);
    expect(answer.request_id).toMatch(/^req_/);
  });

  test("A02, A06, A11: streams an answer, with usage at its end", async () => {
    const chunks = await openai.evaluate(async ({ client }, body) => {
      const stream = await client.chat.completions.create({
        ...body,
        stream: true,
        stream_options: { include_usage: true },
      });
      return Array.fromAsync(stream);
    }, say("Hello there"));
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: "assistant", content: "" });
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe(
      "You said: Hello there",
    );
    expect(new Set(chunks.map(({ id, created, model }) => `${id} ${created} ${model}`)).size).toBe(
      1,
    );
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 4 } });
  });

  test("the stream helper fires each of its events", async () => {
    const { events, text } = await openai.evaluate(
      async ({ client }, [body, names]) => {
        const seen: string[] = [];
        const stream = client.chat.completions.stream({
          ...body,
          logprobs: true,
          stream_options: { include_usage: true },
        });
        for (const name of names) stream.on(name, () => void seen.push(name));
        const content = await stream.finalContent();
        await stream.done();
        return { text: content, events: seen };
      },
      [say("Hello there"), EVENTS] as const,
    );
    expect(text).toBe("You said: Hello there");
    expect(events[0]).toBe("connect");
    expect(events.at(-1)).toBe("end");
    const counts = new Map<string, number>();
    for (const name of events) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect([...counts.keys()].toSorted()).toEqual(
      EVENTS.filter((name) => name !== "error" && name !== "abort").toSorted(),
    );
    expect(counts.get("content.done")).toBe(1);
    expect(counts.get("content.delta")).toBe(4);
  });

  for (const stream of [false, true]) {
    test(`parses structured output with zod${stream ? ", streamed" : ""}`, async () => {
      const parsed = await openai.evaluate(
        async ({ client, z, zodResponseFormat }, [body, streamed]) => {
          const lamp = z.object({ lamp: z.boolean(), names: z.array(z.string()) });
          const asked = { ...body, response_format: zodResponseFormat(lamp, "lamp_state") };
          const completion = streamed
            ? await client.chat.completions.stream(asked).finalChatCompletion()
            : await client.chat.completions.parse(asked);
          return completion.choices[0]?.message.parsed;
        },
        [
          say(scripted({ pieces: ['{"lamp"', ": tr", 'ue, "names": ["é', '"]}'] })),
          stream,
        ] as const,
      );
      expect(parsed).toEqual({ lamp: true, names: ["é"] });
    });
  }

  test("B03: an aborted stream frees the engine at once", async () => {
    const { pieces, waited, text } = await openai.evaluate(
      async ({ client }, [long, short]) => {
        const stream = await client.chat.completions.create({ ...long, stream: true });
        let count = 0;
        for await (const { choices } of stream) {
          if (choices[0]?.delta.content && ++count === 3) stream.controller.abort();
        }
        const left = performance.now();
        const next = await client.chat.completions.create(short);
        return {
          pieces: count,
          waited: performance.now() - left,
          text: next.choices[0]?.message.content,
        };
      },
      [LONG, say("Next")] as const,
    );
    expect(pieces).toBeLessThan(6);
    expect(text).toBe("You said: Next");
    expect(waited).toBeLessThan(2_000);
  });

  test("C01: twenty loops left after two chunks each leave the engine to the next request", async () => {
    const texts = await openai.evaluate(
      async ({ client }, [long, short]) => {
        const answers: (string | null | undefined)[] = [];
        for (let round = 0; round < 20; round++) {
          const stream = await client.chat.completions.create({ ...long, stream: true });
          let chunks = 0;
          for await (const _ of stream) if (++chunks === 2) break;
          const next = await client.chat.completions.create({ ...short, max_tokens: 5 });
          answers.push(next.choices[0]?.message.content);
        }
        return answers;
      },
      // Twenty of these would take minutes, were one of them to run on.
      [LONG, say("Next")] as const,
    );
    expect(texts).toEqual(Array.from({ length: 20 }, () => "You said: Next"));
  });

  // After about a second the headers are out, so that the browser can tell of an abort; the package then passes on what
  // reading the body throws.
  for (const [after, name] of [
    [200, "APIUserAbortError"],
    [1_500, "AbortError"],
  ] as const) {
    test(`B05: a whole answer aborted after ${after} ms rejects, and frees the engine`, async () => {
      const { error, waited } = await openai.evaluate(
        async ({ client, OpenAI }, [long, short, delay]) => {
          const control = new AbortController();
          const answer = client.chat.completions.create(long, { signal: control.signal });
          setTimeout(() => control.abort(), delay);
          const reason: unknown = await answer.catch((thrown: unknown) => thrown);
          const left = performance.now();
          await client.chat.completions.create(short);
          return {
            error:
              reason instanceof OpenAI.APIUserAbortError
                ? "APIUserAbortError"
                : (reason as Error).name,
            waited: performance.now() - left,
          };
        },
        [LONG, say("Next"), after] as const,
      );
      expect(error).toBe(name);
      expect(waited).toBeLessThan(3_000);
    });
  }

  test("A66: a fault in mid-stream throws, and the next request works", async () => {
    const { text, error, next } = await openai.evaluate(
      async ({ client, OpenAI }, [failing, short]) => {
        const stream = await client.chat.completions.create({ ...failing, stream: true });
        let got = "";
        let thrown: unknown;
        try {
          for await (const { choices } of stream) got += choices[0]?.delta.content ?? "";
        } catch (caught) {
          thrown = caught;
        }
        const after = await client.chat.completions.create(short);
        return {
          text: got,
          error:
            thrown instanceof OpenAI.APIError ? { code: thrown.code, type: thrown.type } : null,
          next: after.choices[0]?.message.content,
        };
      },
      [
        say(scripted({ pieces: ["a", "b", "c", "d", "e", "f"], failAfter: 5 })),
        say("Next"),
      ] as const,
    );
    expect(text).toBe("abcde");
    expect(error).toEqual({ code: "engine_error", type: "server_error" });
    expect(next).toBe("You said: Next");
  });
});
