import { describe, expect, it } from "vitest";

import { ApiError, engineError, queueFull, unavailable } from "../engine/api-error.ts";
import { FakeEngine, run, say } from "./testing/fake-engine.ts";
import { chat, MODEL, send, testContext } from "./testing/test-client.ts";

const context = testContext(new FakeEngine());

async function errorOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  const body = (await response.json()) as { error: Record<string, unknown> };
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body.error).toSorted()).toEqual(["code", "message", "param", "type"]);
  return body.error;
}

describe("routes", () => {
  it.each([
    ["GET", "/v1"],
    ["GET", "/v1/"],
    ["GET", "/v1/nope"],
    ["POST", "/v1/v1/chat/completions"],
    ["GET", "/v1//models"],
    ["GET", "/v12/models"],
    ["GET", "/v1/responses/a/b"],
    ["OPTIONS", "/v1/nope"],
  ])("A59, A60: %s %s is unknown", async (method, path) => {
    const response = await send(context, method, path);
    expect(response.status).toBe(404);
    expect(await errorOf(response)).toMatchObject({
      code: "unknown_url",
      message: expect.stringContaining(path),
    });
  });

  it.each([
    ["GET", "/v1/chat/completions", "POST, OPTIONS"],
    ["DELETE", "/v1/models/x", "GET, HEAD, OPTIONS"],
    ["POST", "/v1/models", "GET, HEAD, OPTIONS"],
    ["PUT", "/v1/responses/x", "GET, DELETE, HEAD, OPTIONS"],
    ["constructor", "/v1/models", "GET, HEAD, OPTIONS"],
    ["__proto__", "/v1/chat/completions", "POST, OPTIONS"],
    ["toString", "/v1/responses", "POST, OPTIONS"],
  ])("A61: %s %s is not allowed", async (method, path, allow) => {
    const response = await send(context, method, path);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expect((await errorOf(response))["code"]).toBe("method_not_allowed");
  });

  it("A58: answers OPTIONS", async () => {
    const response = await send(context, "OPTIONS", "/v1/chat/completions", undefined, {
      headers: { "access-control-request-headers": "x-stainless-os" },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    expect(response.headers.get("access-control-allow-headers")).toBe("x-stainless-os");
  });

  it.each([
    ["/v1/models", 200],
    ["/v1/models/nope", 404],
    ["/v1/nope", 404],
    ["/v1/chat/completions", 405],
  ])("A62: answers HEAD %s as GET without a body", async (path, status) => {
    const response = await send(context, "HEAD", path);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe("");
  });

  it("lives under any base path", async () => {
    const deep = testContext(new FakeEngine(), { basePath: "/app/v1" });
    expect((await send(deep, "GET", "/app/v1/models/")).status).toBe(200);
    expect((await send(deep, "GET", "/v1/models")).status).toBe(404);
  });

  it.each(["/v1/models/test/model-1", "/v1/models/test%2Fmodel-1", "/v1/models/test/model-1/"])(
    "finds a model at %s",
    async (path) => {
      expect(await (await send(context, "GET", path)).json()).toEqual({
        id: MODEL,
        object: "model",
        created: 1_700_000_000,
        owned_by: "tests",
        slash_v1: expect.objectContaining({ state: "loaded", contextLength: 2048 }),
      });
    },
  );

  it.each(["/v1/models/nope", "/v1/models/%E0%A4%A", "/v1/models/constructor"])(
    "finds no model at %s",
    async (path) => {
      const response = await send(context, "GET", path);
      expect(response.status).toBe(404);
      expect(await errorOf(response)).toMatchObject({ code: "model_not_found", param: "model" });
    },
  );
});

describe("bodies", () => {
  it.each([
    ["A31: cut JSON", '{"model":"x","messages":[', "invalid_json"],
    ["an empty body", "", "invalid_json"],
    ["a list", "[]", "invalid_type"],
    ["a string", '"hi"', "invalid_type"],
    ["null", "null", "invalid_type"],
    ["a number", "5", "invalid_type"],
    ["deep nesting", `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`, "invalid_value"],
  ])("%s is refused", async (_, body, code) => {
    const response = await send(context, "POST", "/v1/chat/completions", body);
    expect(response.status).toBe(400);
    expect((await errorOf(response))["code"]).toBe(code);
  });

  it("above the bound are refused without being read to the end", async () => {
    let read = 0;
    const endless = new ReadableStream({
      pull(controller) {
        read += 65536;
        controller.enqueue(new Uint8Array(65536).fill(32));
      },
    });
    const init = { body: endless, duplex: "half" } as RequestInit;
    const response = await send(context, "POST", "/v1/chat/completions", undefined, init);
    expect(response.status).toBe(413);
    expect((await errorOf(response))["code"]).toBe("request_too_large");
    expect(read).toBeLessThan(2 * 1024 * 1024);
  });

  it("need no content type", async () => {
    const body = JSON.stringify({ model: MODEL, messages: [{ role: "user", content: "é😀" }] });
    const response = await send(context, "POST", "/v1/chat/completions", undefined, { body });
    expect(response.status).toBe(200);
  });
});

describe("A34: models that cannot answer", () => {
  it.each([
    ["nope", 404, "model_not_found", null],
    ["test-embedder", 400, "model_unsupported", null],
    ["too-big", 400, "model_unsupported", null],
    ["far-away", 503, "model_not_downloaded", "false"],
  ])("%s: %i %s", async (model, status, code, retry) => {
    const engine = new FakeEngine();
    const response = await chat(testContext(engine), { model });
    expect(response.status).toBe(status);
    expect(response.headers.get("x-should-retry")).toBe(retry);
    expect((await errorOf(response))["code"]).toBe(code);
    expect(engine.jobs).toEqual([]);
  });
});

describe("faults", () => {
  it.each([
    [queueFull(8, 2.5), 429, "queue_full", "3"],
    [unavailable("engine_unavailable", "No page is open.", 1), 503, "engine_unavailable", "1"],
    [unavailable("device_lost", "The device was lost."), 503, "device_lost", null],
  ])("say when to try again: %s", async (error, status, code, retryAfter) => {
    for (const stream of [true, false]) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const response = await chat(testContext(new FakeEngine(() => [error])), { stream });
      expect(response.status).toBe(status);
      expect(response.headers.get("retry-after")).toBe(retryAfter);
      expect(response.headers.get("x-should-retry")).toBe("true");
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect((await errorOf(response))["code"]).toBe(code);
    }
  });

  it("never show internals", async () => {
    const response = await chat(testContext(new FakeEngine(() => [new TypeError("secret.ts:5")])));
    expect(response.status).toBe(500);
    const error = await errorOf(response);
    expect(error).toMatchObject({ type: "server_error", code: "engine_error" });
    expect(error["message"]).not.toContain("secret");
  });

  it("of the catalogue are errors, too", async () => {
    const engine = new FakeEngine();
    engine.outage = unavailable("engine_unavailable", "No page is open.");
    for (const path of ["/v1/models", "/v1/models/x"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect((await send(testContext(engine), "GET", path)).status).toBe(503);
    }
    expect((await chat(testContext(engine))).status).toBe(503);
  });

  it("soon after the start still have their own status", async () => {
    const script = () => [...say(["a"]).slice(0, 2), 50, engineError("It failed.")];
    const response = await chat(testContext(new FakeEngine(script)));
    expect(response.status).toBe(500);
  });

  it("later break the body of a whole answer", async () => {
    const script = () => [...say(["a"]).slice(0, 2), 300, engineError("It failed.")];
    const response = await chat(testContext(new FakeEngine(script)));
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow("It failed.");
  });

  it("after the grace time of a stream are frames", async () => {
    const error = new ApiError({
      status: 400,
      type: "invalid_request_error",
      code: "context_length_exceeded",
      param: "messages",
      message: "Too long.",
    });
    const response = await chat(testContext(new FakeEngine(() => [300, error])), { stream: true });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      `data: ${JSON.stringify({ error: { message: "Too long.", type: "invalid_request_error", param: "messages", code: "context_length_exceeded" } })}\n\n`,
    );
  });
});

describe("an engine that falls silent", () => {
  it.each([true, false])("C20: is given up, stream: %s", async (stream) => {
    const quiet = { timings: { graceMs: 20, holdMs: 20, commentMs: 0, silenceMs: 60 } };
    const silent = new FakeEngine(() => ["hang"]);
    const response = await chat(testContext(silent, quiet), { stream });
    const text = await response.text();
    expect(text).toContain('"code":"engine_unavailable"');
    expect(response.status).toBe(stream ? 200 : 503);
    expect(silent.aborted).toHaveLength(1);
  });
});

describe("callers that leave", () => {
  it("B05: stop the engine by cancelling the body of a whole answer", async () => {
    const engine = new FakeEngine(() => [...say(["a"]).slice(0, 2), "hang"]);
    const response = await chat(testContext(engine));
    expect(response.status).toBe(200);
    await response.body?.cancel();
    expect(engine.aborted).toHaveLength(1);
  });

  it("stop the engine by the request's signal, before and after the headers", async () => {
    for (const events of [[], run([]).slice(0, 1)]) {
      const engine = new FakeEngine(() => [events, "hang"]);
      const control = new AbortController();
      const answer = chat(testContext(engine), { stream: true }, { signal: control.signal });
      setTimeout(() => control.abort(new Error("gone")), 30);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await expect(answer.then((response) => response.text())).rejects.toThrow("gone");
      expect(engine.aborted).toHaveLength(1);
    }
  });

  it("are not answered when they left before", async () => {
    const engine = new FakeEngine();
    const answer = chat(testContext(engine), {}, { signal: AbortSignal.abort(new Error("gone")) });
    await expect(answer).rejects.toThrow("gone");
    expect(engine.jobs).toEqual([]);
  });
});
