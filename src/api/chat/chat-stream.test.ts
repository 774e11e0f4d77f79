import { describe, expect, it } from "vitest";

import { engineError } from "../../engine/api-error.ts";
import { choice, FakeEngine, run, say } from "../testing/fake-engine.ts";
import { chat, framesOf, MODEL, testContext } from "../testing/test-client.ts";

async function streamed(engine: FakeEngine, fields: Record<string, unknown> = {}): Promise<string> {
  const response = await chat(testContext(engine), { stream: true, ...fields });
  expect(response.status).toBe(200);
  return response.text();
}

function deltas(text: string, index = 0): unknown[] {
  return framesOf(text).flatMap((frame) =>
    frame.choices.filter((item) => item.index === index).map((item) => item.delta),
  );
}

describe("chat stream", () => {
  it("opens with the role, ends with an empty delta and [DONE]", async () => {
    const text = await streamed(new FakeEngine(() => say(["Hi", " there"])));
    expect(deltas(text)).toEqual([
      { role: "assistant", content: "" },
      { content: "Hi" },
      { content: " there" },
      {},
    ]);
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    expect(text.split("[DONE]")).toHaveLength(2);
  });

  it("gives every chunk the same head, and keys on every choice", async () => {
    const frames = framesOf(await streamed(new FakeEngine()));
    expect(new Set(frames.map(({ id, created, model }) => [id, created, model].join())).size).toBe(
      1,
    );
    expect(frames[0]).toMatchObject({ object: "chat.completion.chunk", model: MODEL });
    expect(frames[0]?.id).toMatch(/^chatcmpl-[0-9a-f]{24}$/);
    for (const frame of frames) {
      expect(frame).not.toHaveProperty("usage");
      expect(frame.choices[0]).toEqual(expect.objectContaining({ index: 0, logprobs: null }));
    }
  });

  it("keeps choices apart by index", async () => {
    const engine = new FakeEngine(() => run([...choice(0, ["a"]), ...choice(1, ["b"], "length")]));
    const text = await streamed(engine, { n: 2 });
    expect(deltas(text, 0)).toEqual([{ role: "assistant", content: "" }, { content: "a" }, {}]);
    expect(deltas(text, 1)).toEqual([{ role: "assistant", content: "" }, { content: "b" }, {}]);
  });

  it("has a role chunk and a finish chunk when the answer is empty", async () => {
    const text = await streamed(new FakeEngine(() => say([])));
    expect(deltas(text)).toEqual([{ role: "assistant", content: "" }, {}]);
  });

  it("tells usage only when asked, in a chunk of its own", async () => {
    const frames = framesOf(
      await streamed(new FakeEngine(), { stream_options: { include_usage: true } }),
    );
    const last = frames.at(-1);
    expect(last).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
    });
    for (const frame of frames.slice(0, -1)) expect(frame.usage).toBeNull();
  });

  it("answers an error before the first byte as JSON with its status", async () => {
    const engine = new FakeEngine(() => [engineError("The device is full.")]);
    const response = await chat(testContext(engine), { stream: true });
    expect(response.status).toBe(500);
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  it("A66: tells a fault in mid-stream in one error frame, without finish or [DONE]", async () => {
    const events = run(choice(0, ["a", "b"])).slice(0, 3);
    const text = await streamed(
      new FakeEngine(() => [...events, engineError("The device is gone.")]),
    );
    expect(framesOf(text).at(-1)).toEqual({
      error: {
        message: "The device is gone.",
        type: "server_error",
        param: null,
        code: "engine_error",
      },
    });
    expect(text).not.toContain("[DONE]");
    expect(text).not.toContain('"finish_reason":"');
  });

  it("A67: keeps a waiting client alive with comments only", async () => {
    const engine = new FakeEngine(() => [
      { type: "queued", position: 1 },
      250,
      { type: "loading", loadedBytes: 0, totalBytes: 0 },
      { type: "beat" },
      ...say("Hi"),
    ]);
    const text = await streamed(engine);
    expect(text.startsWith(": \n\n: \n\n: \n\ndata: {")).toBe(true);
  });

  it("stops the engine when the reader cancels", async () => {
    const engine = new FakeEngine(() => [...say(["a"]).slice(0, 2), "hang"]);
    const response = await chat(testContext(engine), { stream: true });
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(engine.aborted).toEqual([engine.jobs[0]?.id]);
  });

  it("B23: drops a reader that never reads", async () => {
    const long = "x".repeat(500_000);
    const engine = new FakeEngine(() => [
      ...run(choice(0, Array<string>(200).fill(long))).slice(0, 201),
      "hang",
    ]);
    const response = await chat(testContext(engine), { stream: true });
    await expect.poll(() => engine.aborted.length).toBe(1);
    await expect(response.text()).rejects.toThrow("given up");
  });
});
