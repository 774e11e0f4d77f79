import { describe, expect, it } from "vitest";

import { contextLengthExceeded } from "../../engine/api-error.ts";
import { choice, FakeEngine, run, say } from "./fake-engine.ts";
import { chat, framesOf, send, testContext } from "./test-client.ts";

// Reports of the bug log that take more than one exchange, or an engine of their own. Those of a single exchange are in
// e2e/fixtures/wire-cases.json; A66 and A67 are with the streams, A20 to A28 with the messages.

describe("the bug log", () => {
  it("A16: passes characters on whole, streamed and not", async () => {
    const context = testContext(new FakeEngine(() => say(["😀", "漢字", "é"])));
    const text = await (await chat(context, { stream: true })).text();
    expect(text).toContain('{"content":"😀"}');
    expect(await (await chat(context)).json()).toMatchObject({
      choices: [{ message: { content: "😀漢字é" } }],
    });
  });

  it("A17, A18: hands the stop texts to the engine, and adds nothing after the finish", async () => {
    const engine = new FakeEngine(() => say(["ab", " "]));
    const stop = ["cd ef"];
    const response = await chat(testContext(engine), { stop, stream: true });
    const joined = framesOf(await response.text()).map(({ choices }) => choices[0]?.delta);
    expect(joined.slice(1)).toEqual([{ content: "ab" }, { content: " " }, {}]);
    expect(engine.jobs[0]?.stop).toEqual(stop);
  });

  it("A35: tells a prompt that is too long as JSON, streamed or not, and goes on", async () => {
    const engine = new FakeEngine((_, number) =>
      number < 2 ? [contextLengthExceeded(40_000, 2048)] : say("Hi"),
    );
    const context = testContext(engine);
    for (const stream of [true, false]) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const response = await chat(context, { stream });
      expect(response.status).toBe(400);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(await response.json()).toMatchObject({
        error: { code: "context_length_exceeded", param: "messages" },
      });
    }
    expect((await chat(context)).status).toBe(200);
  });

  it("A52, A53: gives the engine one job for n choices, with one seed", async () => {
    const engine = new FakeEngine(() => run([...choice(0, ["a"]), ...choice(1, ["b"])]));
    const response = await chat(testContext(engine), { n: 2, seed: 7, temperature: 1 });
    expect(await response.json()).toMatchObject({
      choices: [{ index: 0 }, { index: 1 }],
      usage: { completion_tokens: 2 },
    });
    expect(engine.jobs).toMatchObject([{ n: 2, sampling: { seed: 7 } }]);
  });

  it("A58: takes the headers of the openai client", async () => {
    const headers = { "x-stainless-helper-method": "stream", authorization: "Bearer none" };
    expect((await chat(testContext(new FakeEngine()), {}, { headers })).status).toBe(200);
  });

  it("A59: forgives one slash at the end, and answers two in JSON", async () => {
    const context = testContext(new FakeEngine());
    expect((await send(context, "GET", "/v1/models/")).status).toBe(200);
    const double = await send(context, "GET", "/v1//models");
    expect(double.headers.get("content-type")).toBe("application/json");
  });

  it("A64: hands the seed to the engine", async () => {
    const engine = new FakeEngine();
    await chat(testContext(engine), { seed: 123, temperature: 0.9 });
    await chat(testContext(engine), { seed: 0 });
    expect(engine.jobs.map((job) => job.sampling.seed)).toEqual([123, 0]);
  });

  it("A65: takes temperature 0 as 0", async () => {
    const engine = new FakeEngine();
    await chat(testContext(engine), { temperature: 0 });
    await chat(testContext(engine), { temperature: 0, top_p: 1 });
    expect(engine.jobs.map((job) => job.sampling.temperature)).toEqual([0, 0]);
  });

  it("C17: keeps nothing of one request for the next", async () => {
    const engine = new FakeEngine();
    const context = testContext(engine);
    await chat(context, { messages: [{ role: "user", content: "The code word is walrus." }] });
    await chat(context, { messages: [{ role: "user", content: "What is the code word?" }] });
    expect(JSON.stringify(engine.jobs[1])).not.toContain("walrus");
  });
});
