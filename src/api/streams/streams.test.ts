import { describe, expect, it } from "vitest";

import type { ApiContext } from "../api-context.ts";
import { FakeEngine, say } from "../testing/fake-engine.ts";
import { chat, MODEL, send, testContext } from "../testing/test-client.ts";

const headers = { "x-conversation-id": "talk-1", "content-type": "application/json" };

/** The same request on each of the routes that stream. */
const requests: readonly (readonly [string, string, object])[] = [
  [
    "chat",
    "/v1/chat/completions",
    { messages: [{ role: "user", content: "x" }], stream_options: { include_usage: true } },
  ],
  [
    "chat with tools",
    "/v1/chat/completions",
    {
      messages: [{ role: "user", content: "x" }],
      tools: [{ type: "function", function: { name: "f" } }],
    },
  ],
  ["completions", "/v1/completions", { prompt: "x", echo: true }],
  ["responses", "/v1/responses", { input: "x", tools: [{ type: "function", name: "f" }] }],
];

const pieces = ["One ", "two.\n<tool", '_call>{"name":"f","arguments":{"a"', ":1}}</tool_call>"];

async function streamed(context: ApiContext, path: string, fields: object): Promise<string> {
  const body = JSON.stringify({ model: MODEL, stream: true, ...fields });
  return (await send(context, "POST", path, undefined, { body, headers })).text();
}

describe("resumed streams", () => {
  it.each(requests)("of %s have the very same frames", async (_, path, fields) => {
    const context = testContext(new FakeEngine(() => say(pieces)));
    const text = await streamed(context, path, fields);
    const frames = text.split(/(?<=\n\n)/);
    for (const from of [0, 1, frames.length - 1, frames.length]) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const again = await send(context, "GET", `/v1/stream?conv_id=talk-1&from=${from}`);
      expect(again.headers.get("content-type")).toContain("text/event-stream");
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(await again.text()).toBe(frames.slice(from).join(""));
    }
  });

  it("go on when their first reader leaves", async () => {
    const engine = new FakeEngine(() => [...say(["a"]).slice(0, 2), "hang"]);
    const response = await chat(
      testContext(engine),
      { stream: true },
      {
        headers,
        body: JSON.stringify({
          model: MODEL,
          stream: true,
          messages: [{ role: "user", content: "x" }],
        }),
      },
    );
    await response.body?.cancel();
    expect(engine.jobs[0]?.streamId).toBe("talk-1");
    expect(engine.aborted).toEqual([]);
  });

  it("tell their first reader that they were stopped", async () => {
    const stop = new DOMException("The answer was stopped.", "AbortError");
    const engine = new FakeEngine(() => [...say(["a"]).slice(0, 2), stop]);
    const text = await streamed(testContext(engine), "/v1/completions", { prompt: "x" });
    expect(text).toContain('"code":"answer_stopped"');
    expect(text).not.toContain("[DONE]");
  });

  it("can be stopped, once", async () => {
    const context = testContext(new FakeEngine());
    await streamed(context, "/v1/completions", { prompt: "x" });
    const stop = (): Promise<Response> => send(context, "DELETE", "/v1/stream?conv_id=talk-1");
    expect((await stop()).status).toBe(204);
    expect((await stop()).status).toBe(404);
  });

  it("do not bring back a response that was deleted", async () => {
    const context = testContext(new FakeEngine());
    const text = await streamed(context, "/v1/responses", { input: "x" });
    const [id = ""] = /resp_[0-9a-f]+/.exec(text) ?? [];
    const path = `/v1/responses/${id}`;
    expect((await send(context, "GET", path)).status).toBe(200);
    expect((await send(context, "DELETE", path)).status).toBe(200);
    const again = await send(context, "GET", "/v1/stream?conv_id=talk-1");
    expect(await again.text()).toBe(text);
    expect((await send(context, "GET", path)).status).toBe(404);
    expect((await send(context, "DELETE", path)).status).toBe(404);
  });

  it("replay a whole answer, too", async () => {
    const context = testContext(new FakeEngine());
    await streamed(context, "/v1/completions", { prompt: "x", stream: false });
    const again = await send(context, "GET", "/v1/stream?conv_id=talk-1");
    expect(await again.text()).toContain('"text":"Hi "');
  });

  it.each([
    ["GET", "/v1/stream?conv_id=nope", 404, "conv_id"],
    ["GET", "/v1/stream", 400, "conv_id"],
    ["DELETE", "/v1/stream", 400, "conv_id"],
    ["GET", "/v1/stream?conv_id=x&from=-1", 400, "from"],
    ["GET", "/v1/stream?conv_id=x&from=a", 400, "from"],
  ])("%s %s: %i at %s", async (method, path, status, param) => {
    const response = await send(testContext(new FakeEngine()), method, path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { param } });
  });

  it("need a single prompt", async () => {
    const body = JSON.stringify({ model: MODEL, prompt: ["a", "b"] });
    const context = testContext(new FakeEngine());
    const response = await send(context, "POST", "/v1/completions", undefined, { body, headers });
    expect(await response.json()).toMatchObject({ error: { param: "prompt" } });
  });
});
