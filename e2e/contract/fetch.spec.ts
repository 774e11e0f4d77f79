import type { Anything } from "../fixtures/wire-exchange.ts";
import { expect, MODEL, scripted, test } from "../support/contract.ts";
import { readStream } from "../support/read-stream.ts";

const CHAT = "/v1/chat/completions";
const say = (content: string, stream = false) => ({
  model: MODEL,
  stream,
  messages: [{ role: "user", content }],
});

test.describe("fetch", () => {
  test("frames arrive as they are made, not all at once", async ({ sharedPage }) => {
    const { reads, text } = await readStream(
      sharedPage,
      CHAT,
      say(scripted({ pieces: ["a"], repeat: 8, delayMs: 100 }), true),
    );
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    const times = reads.map(({ at }) => at);
    expect(times.length).toBeGreaterThan(5);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500);
    // Every read ends where a frame does.
    for (const { bytes } of reads) expect(new TextDecoder().decode(bytes)).toMatch(/\n\n$/);
  });

  test("A62: HEAD answers as GET, without a body", async ({ sharedPage }) => {
    const answers = await sharedPage.evaluate(async () => {
      const ask = async (path: string) => {
        const response = await fetch(path, { method: "HEAD" });
        const { status, headers } = response;
        return [path, status, headers.get("content-type"), await response.text()];
      };
      return Promise.all(
        ["/v1/models", "/v1/models/scripted", "/v1/models/nope", "/v1/nope", "/v1/responses"].map(
          ask,
        ),
      );
    });
    expect(answers).toEqual([
      ["/v1/models", 200, "application/json", ""],
      ["/v1/models/scripted", 200, "application/json", ""],
      ["/v1/models/nope", 404, "application/json", ""],
      ["/v1/nope", 404, "application/json", ""],
      ["/v1/responses", 405, "application/json", ""],
    ]);
  });

  test("every answer has an id of its own, the wrong addresses' too", async ({ sharedPage }) => {
    const ids = await sharedPage.evaluate(async () => {
      const ask = async (path: string) => (await fetch(path)).headers.get("x-request-id");
      return Promise.all(
        ["/v1/models", "/v1/models", "/v1/models/nope", "/v1/nope", "/v1/responses"].map(ask),
      );
    });
    for (const id of ids) expect(id).toMatch(/^req_\w+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("A58: OPTIONS tells what a path allows", async ({ sharedPage }) => {
    const answers = await sharedPage.evaluate(async () => {
      const ask = async (path: string) => {
        const response = await fetch(path, { method: "OPTIONS" });
        const { status, headers } = response;
        return {
          status,
          allow: headers.get("allow"),
          origin: headers.get("access-control-allow-origin"),
          headers: headers.get("access-control-allow-headers"),
          text: await response.text(),
        };
      };
      return Promise.all(["/v1/chat/completions", "/v1/models"].map(ask));
    });
    const common = { status: 204, origin: "*", text: "" };
    expect(answers).toMatchObject([
      { ...common, allow: "POST, OPTIONS" },
      { ...common, allow: "GET, HEAD, OPTIONS" },
    ]);
    for (const { headers } of answers) expect(headers).toContain("authorization");
  });

  test("A60, A61: addresses that are nearly right say what is wrong with them", async ({
    send,
  }) => {
    const ask = async (method: string, path: string, body: unknown = null) => {
      const { status, headers, bytes } = await send({ method, path, headers: {}, body });
      expect(headers["content-type"]).toBe("application/json");
      const { error }: Anything = JSON.parse(new TextDecoder().decode(bytes));
      return { status, allow: headers["allow"] ?? null, ...error };
    };
    expect(await ask("POST", "/v1/v1/chat/completions", say("Hi"))).toMatchObject({
      status: 404,
      type: "invalid_request_error",
      code: "unknown_url",
      message: expect.stringContaining("/v1/v1/chat/completions"),
    });
    expect(await ask("GET", "/v1/chat/completions")).toMatchObject({
      status: 405,
      allow: "POST, OPTIONS",
      code: "method_not_allowed",
    });
  });

  test("A63: every kind of answer tells its time in whole seconds", async ({ send }) => {
    const ask = async (path: string, body: unknown): Promise<string> => {
      const method = body === null ? "GET" : "POST";
      return new TextDecoder().decode((await send({ method, path, headers: {}, body })).bytes);
    };
    const bodies = [
      await ask(CHAT, say("Hi")),
      await ask(CHAT, say("Hi", true)),
      await ask("/v1/completions", { model: MODEL, prompt: "Hi" }),
      await ask("/v1/completions", { model: MODEL, prompt: "Hi", stream: true }),
      await ask("/v1/responses", { model: MODEL, input: "Hi" }),
      await ask("/v1/responses", { model: MODEL, input: "Hi", stream: true }),
    ];
    for (const body of bodies) {
      const times = [...body.matchAll(/"created(?:_at)?":([^,}]+)/g)].map(([, time]) => time ?? "");
      expect(times.length).toBeGreaterThan(0);
      for (const time of times) {
        expect(time).toMatch(/^\d{10}$/);
        expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(300);
      }
    }
    // Of a model it is the day it was made.
    expect(await ask("/v1/models", null)).toMatch(/"created":\d{10},/);
  });

  test("B25: a Range header is ignored", async ({ sharedPage }) => {
    const answers = await sharedPage.evaluate(async () => {
      const ask = async (headers: HeadersInit) => {
        const response = await fetch("/v1/models", { headers });
        return {
          status: response.status,
          range: response.headers.get("content-range"),
          json: (await response.json()) as { data: { id: string }[] },
        };
      };
      return [await ask({}), await ask({ range: "bytes=0-0" })];
    });
    const [whole, ranged] = answers.map(({ json }) => json.data.map(({ id }) => id));
    expect(ranged).toEqual(whole);
    expect(answers[1]).toMatchObject({ status: 200, range: null });
  });

  test("B26: no answer is cached, and none makes the worker fail", async ({ sharedPage }) => {
    const errors: unknown[] = [];
    const devTools = await sharedPage.context().newCDPSession(sharedPage);
    devTools.on("ServiceWorker.workerErrorReported", (event) => errors.push(event.errorMessage));
    await devTools.send("ServiceWorker.enable");
    const { ids, cached } = await sharedPage.evaluate(
      async (bodies) => {
        const seen: string[] = [];
        for (const body of bodies) {
          // oxlint-disable-next-line no-await-in-loop -- one after another
          const response = await fetch("/v1/chat/completions", {
            method: "POST",
            body: JSON.stringify(body),
          });
          // oxlint-disable-next-line no-await-in-loop -- see above
          seen.push(/chatcmpl-\w+/.exec(await response.text())?.[0] ?? "none");
        }
        await (await fetch("/v1/models")).text();
        const names = await caches.keys();
        const keys = names.map(async (name) => (await caches.open(name)).keys());
        const requests = (await Promise.all(keys)).flat();
        return { ids: seen, cached: requests.map(({ url }) => new URL(url).pathname) };
      },
      [say("one"), say("one"), say("one", true)],
    );
    await devTools.detach();
    expect(new Set(ids).size).toBe(3);
    expect(cached).toContain("/index.html");
    expect(cached.filter((path) => path.startsWith("/v1"))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("bodies of every kind are read", async ({ sharedPage }) => {
    const texts = await sharedPage.evaluate(async (body) => {
      const json = JSON.stringify(body);
      const kinds: BodyInit[] = [json, new Blob([json]), new TextEncoder().encode(json).buffer];
      return Promise.all(
        kinds.map(async (kind) => {
          const response = await fetch("/v1/chat/completions", { method: "POST", body: kind });
          return response.status;
        }),
      );
    }, say("é 😀"));
    expect(texts).toEqual([200, 200, 200]);
  });

  test("a stream with an id of its own is taken up where its reader left, and forgotten at will", async ({
    sharedPage,
  }) => {
    const { first, resumed, all, deleted, gone } = await sharedPage.evaluate(
      async (body) => {
        const address = "/v1/stream?conv_id=contract-1";
        const response = await fetch("/v1/chat/completions", {
          method: "POST",
          headers: { "x-conversation-id": "contract-1" },
          body: JSON.stringify(body),
        });
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        let got = "";
        while (got.split("\n\n").length < 4) got += (await reader?.read())?.value ?? "";
        await reader?.cancel();
        const frames = got.split("\n\n").filter((frame) => frame.startsWith("data: "));
        const rest = await (await fetch(`${address}&from=${frames.length}`)).text();
        const whole = await (await fetch(`${address}&from=0`)).text();
        const status = (await fetch(address, { method: "DELETE" })).status;
        return {
          first: frames.map((frame) => `${frame}\n\n`).join(""),
          resumed: rest,
          all: whole,
          deleted: status,
          gone: (await fetch(`${address}&from=0`)).status,
        };
      },
      say(scripted({ pieces: ["a", "b", "c", "d", "e", "f"], delayMs: 50 }), true),
    );
    expect(first + resumed).toBe(all);
    expect(all).toMatch(/data: \[DONE\]\n\n$/);
    expect([deleted, gone]).toEqual([204, 404]);
  });

  test("a deleted response stays deleted when its stream is read once more", async ({
    sharedPage,
  }) => {
    const { first, again, statuses } = await sharedPage.evaluate(
      async (body) => {
        const response = await fetch("/v1/responses", {
          method: "POST",
          headers: { "x-conversation-id": "contract-2" },
          body: JSON.stringify(body),
        });
        const text = await response.text();
        const [id = ""] = /resp_[0-9a-f]+/.exec(text) ?? [];
        const ask = async (method: string) =>
          (await fetch(`/v1/responses/${id}`, { method })).status;
        const before = [await ask("GET"), await ask("DELETE")];
        const replay = await (await fetch("/v1/stream?conv_id=contract-2")).text();
        return {
          first: text,
          again: replay,
          statuses: [...before, await ask("GET"), await ask("DELETE")],
        };
      },
      { model: MODEL, input: "Hi", stream: true },
    );
    expect(again).toBe(first);
    expect(statuses).toEqual([200, 200, 404, 404]);
  });
});
