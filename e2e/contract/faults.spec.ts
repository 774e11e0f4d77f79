import type { Anything } from "../fixtures/wire-exchange.ts";
import type { Script } from "../../src/engine/scripted/script.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";
import { dataOf, readStream } from "../support/read-stream.ts";

const PIECES = ["a", "b", "c", "d", "e", "f", "g"];

const chat = (script: Partial<Script>, stream: boolean) => ({
  model: MODEL,
  messages: [{ role: "user", content: scripted({ pieces: PIECES, ...script }) }],
  stream,
});

test.describe("faults and waits, in the raw bytes", () => {
  // Whatever a test has broken, the next request works.
  test.afterEach(async ({ sharedPage }) => {
    const { status, text } = await readStream(sharedPage, "/v1/chat/completions", chat({}, false));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      choices: [{ message: { content: PIECES.join("") }, finish_reason: "stop" }],
    });
  });

  const faults = [
    {
      name: "A66: a fault in mid-stream",
      script: { failAfter: 5 },
      text: "abcde",
      code: "engine_error",
      type: "server_error",
    },
    {
      name: "A66: a fault at the first token",
      script: { failAfter: 0 },
      text: "",
      code: "engine_error",
      type: "server_error",
    },
    {
      name: "A66: a device lost in mid-stream",
      script: { loseDeviceAfter: 2 },
      text: "ab",
      code: "device_lost",
      type: "server_error",
    },
  ] as const;

  for (const { name, script, text: expected, code, type } of faults) {
    for (const path of ["/v1/chat/completions", "/v1/completions"] as const) {
      test(`${name} is one error frame at the end: ${path}`, async ({ sharedPage }) => {
        const body = chat(script, true);
        const { status, text } = await readStream(
          sharedPage,
          path,
          path === "/v1/completions"
            ? { model: MODEL, prompt: body.messages[0]?.content, stream: true }
            : body,
        );
        expect(status).toBe(200);
        expect(text).not.toContain("[DONE]");
        // Comments come while the model is loaded anew.
        expect(text).toMatch(/^(?:: \n\n)*(?:data: \{.*\}\n\n)+$/);
        const frames = dataOf<Anything>(text);
        const last = frames.at(-1);
        expect(Object.keys(last)).toEqual(["error"]);
        const { message, ...others } = last.error;
        expect(message).toMatch(/^[A-Z].* .*\.$/s);
        expect(others).toEqual({ type, param: null, code });
        const choices = frames.slice(0, -1).flatMap((chunk) => chunk.choices);
        expect(choices.every(({ finish_reason: reason }) => reason === null)).toBe(true);
        expect(choices.map((choice) => choice.delta?.content ?? choice.text).join("")).toBe(
          expected,
        );
      });
    }
  }

  test("A66: a fault soon after the start of a whole answer is a 500", async ({ sharedPage }) => {
    const { status, contentType, text } = await readStream(
      sharedPage,
      "/v1/chat/completions",
      chat({ failAfter: 5 }, false),
    );
    expect([status, contentType]).toEqual([500, "application/json"]);
    expect(JSON.parse(text)).toMatchObject({
      error: { type: "server_error", code: "engine_error" },
    });
  });

  test("A66: a device lost under a whole answer is a 503 that says when to come back", async ({
    sharedPage,
  }) => {
    const answer = await sharedPage.evaluate(
      async (body) => {
        const response = await fetch("/v1/chat/completions", {
          method: "POST",
          body: JSON.stringify(body),
        });
        return {
          status: response.status,
          retryAfter: response.headers.get("retry-after"),
          body: (await response.json()) as unknown,
        };
      },
      chat({ loseDeviceAfter: 2 }, false),
    );
    expect(answer).toMatchObject({ status: 503, body: { error: { code: "device_lost" } } });
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  });

  test("A66: a fault late in a whole answer breaks the body: it is never taken for an answer", async ({
    sharedPage,
  }) => {
    const outcome = await sharedPage.evaluate(
      async (body) => {
        const response = await fetch("/v1/chat/completions", {
          method: "POST",
          body: JSON.stringify(body),
        });
        return response.json().then(
          (value: unknown) => JSON.stringify(value),
          () => "rejected",
        );
      },
      chat({ firstDelayMs: 1_500, failAfter: 2 }, false),
    );
    expect(outcome).toBe("rejected");
  });

  test("A67: while the first token is awaited there are comments, and nothing else", async ({
    sharedPage,
  }) => {
    const { reads, text } = await readStream(
      sharedPage,
      "/v1/chat/completions",
      chat({ firstDelayMs: 6_500 }, true),
    );
    const waiting = text.slice(0, text.indexOf('"content":"a"'));
    expect(waiting).toMatch(/^: ?$/m);
    for (const line of waiting.split("\n").slice(0, -1)) expect(line).toMatch(/^$|^: ?$|^data: \{/);
    const frames = dataOf<Anything>(text);
    expect(new Set(frames.map(({ id }) => id)).size).toBe(1);
    expect(frames[0].choices[0].delta.role).toBe("assistant");
    expect(reads[0]?.at).toBeLessThan(6_000);
  });

  test("A67: a request that waits for another one gets its own answer", async ({ sharedPage }) => {
    const [slow, quick] = await Promise.all([
      readStream(sharedPage, "/v1/chat/completions", chat({ firstDelayMs: 800 }, true)),
      readStream(sharedPage, "/v1/chat/completions", chat({ pieces: ["next"] }, true)),
    ]);
    expect(slow.text).toContain("[DONE]");
    const lines = quick.text.split("\n").filter(Boolean);
    expect(lines.every((line) => line.startsWith(":") || line.startsWith("data: "))).toBe(true);
    expect(quick.text).toContain('"content":"next"');
  });
});
