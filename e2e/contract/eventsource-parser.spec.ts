import type { Page } from "playwright/test";
import type * as eventSourceParser from "../clients/eventsource-parser.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";

interface Message {
  readonly event: string | undefined;
  readonly data: string;
}

/** Reads a stream as the package's README does. */
function parse(page: Page, path: string, body: object): Promise<readonly Message[]> {
  return page.evaluate(
    async ([to, asked]) => {
      const library = (await import(
        `${location.origin}/clients/eventsource-parser.js`
      )) as typeof eventSourceParser;
      const response = await fetch(to, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(asked),
      });
      const messages = response.body
        ?.pipeThrough(new TextDecoderStream())
        .pipeThrough(new library.EventSourceParserStream({ onError: "terminate" }));
      const seen: { event: string | undefined; data: string }[] = [];
      for await (const { event, data } of messages ?? []) seen.push({ event, data });
      return seen;
    },
    [path, body] as const,
  );
}

const PIECES = ["Hi", " 😀", "\n\ndata: x\n\n", " there"];

test.describe("eventsource-parser", () => {
  test("A02: reads a chat, which has no event names, to its [DONE]", async ({ sharedPage }) => {
    const messages = await parse(sharedPage, "/v1/chat/completions", {
      model: MODEL,
      stream: true,
      messages: [{ role: "user", content: scripted({ pieces: PIECES }) }],
    });
    expect(messages.every(({ event }) => event === undefined)).toBe(true);
    expect(messages.at(-1)?.data).toBe("[DONE]");
    const deltas = messages
      .slice(0, -1)
      .map(({ data }) => JSON.parse(data) as { choices: [{ delta: { content?: string } }] })
      .map(({ choices }) => choices[0].delta.content ?? "");
    expect(deltas.filter(Boolean)).toEqual(PIECES);
  });

  test("reads a response, each of whose events has its name", async ({ sharedPage }) => {
    const messages = await parse(sharedPage, "/v1/responses", {
      model: MODEL,
      stream: true,
      input: scripted({ pieces: PIECES }),
    });
    const events = messages.map(({ data }) => JSON.parse(data) as { type: string; delta?: string });
    expect(messages.map(({ event }) => event)).toEqual(events.map(({ type }) => type));
    expect(events.at(-1)?.type).toBe("response.completed");
    const deltas = events.filter(({ type }) => type === "response.output_text.delta");
    expect(deltas.map(({ delta }) => delta)).toEqual(PIECES);
  });

  test("A66: reads the error frame", async ({ sharedPage }) => {
    const messages = await parse(sharedPage, "/v1/chat/completions", {
      model: MODEL,
      stream: true,
      messages: [{ role: "user", content: scripted({ pieces: PIECES, failAfter: 2 }) }],
    });
    expect(JSON.parse(messages.at(-1)?.data ?? "")).toMatchObject({
      error: { code: "engine_error" },
    });
  });
});
