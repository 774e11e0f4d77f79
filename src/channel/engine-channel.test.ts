import { afterEach, describe, expect, it, vi } from "vitest";
import { LocalEngine } from "../engine/local-engine.ts";
import { ScriptedRuntime } from "../engine/scripted/scripted-runtime.ts";
import { EngineClient } from "./engine-client.ts";
import { EngineConnection } from "./engine-connection.ts";
import type { HttpEvent, HttpRequest } from "./protocol.ts";
import { relayRequest } from "./relay-request.ts";
import { serveEngine } from "./serve-engine.ts";
import type { HttpHandler } from "./serve-http.ts";

const GET: HttpRequest = { method: "GET", url: "http://x/v1/models", headers: [], body: null };
const never = new AbortController().signal;

const opened: EngineClient[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const client of opened.splice(0)) client.close();
});

/** A client and the host it talks to. */
function join(http: HttpHandler): EngineClient {
  const { port1, port2 } = new MessageChannel();
  const admin = new LocalEngine(new ScriptedRuntime(), { host: "shared-worker" });
  serveEngine({ admin, http }, port2);
  return remember(new EngineClient(port1));
}

/** A client whose host says what the test says, and nothing else. */
function alone(): { readonly client: EngineClient; readonly host: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  return { client: remember(new EngineClient(port1)), host: port2 };
}

function onMessage(port: MessagePort, act: (message: { type: string; id?: number }) => void): void {
  port.addEventListener("message", (event: MessageEvent<{ type: string }>) => act(event.data));
  port.start();
}

function remember(client: EngineClient): EngineClient {
  opened.push(client);
  return client;
}

async function all(events: AsyncIterable<readonly HttpEvent[]>): Promise<readonly HttpEvent[]> {
  const list: HttpEvent[] = [];
  for await (const batch of events) list.push(...batch);
  return list;
}

describe("a call over a port", () => {
  it("carries status, headers and body", async () => {
    const client = join(async () => new Response("abc", { status: 201, headers: { "x-a": "b" } }));
    await client.ready;
    const [head, body] = await all(client.http(GET, never));
    expect(head).toMatchObject({ type: "head", status: 201, hasBody: true });
    expect(body).toMatchObject({ type: "body" });
  });

  it("sends what a body has already along with its head, and waits for no other", async () => {
    const client = join(async (request) => {
      const isEarly = request.url.endsWith("early");
      const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
        if (isEarly) controller.enqueue(new Uint8Array([1]));
      };
      return new Response(new ReadableStream({ start }));
    });
    const firstOf = async (path: string): Promise<readonly string[] | undefined> => {
      for await (const batch of client.http({ ...GET, url: `http://x/v1/${path}` }, never)) {
        return batch.map(({ type }) => type);
      }
      return undefined;
    };
    expect(await firstOf("early")).toEqual(["head", "body"]);
    expect(await firstOf("late")).toEqual(["head"]);
  });

  it("stops the work when its signal aborts, and only this call's", async () => {
    const left: string[] = [];
    const client = join(async (request) => {
      const stream = new ReadableStream({ cancel: () => void left.push(request.url) });
      return new Response(stream);
    });
    const abort = new AbortController();
    const first = client.http({ ...GET, url: "http://x/v1/a" }, abort.signal);
    const second = client.http({ ...GET, url: "http://x/v1/b" }, never);
    const reading = all(first);
    await second[Symbol.asyncIterator]().next();
    abort.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    await vi.waitFor(() => expect(left).toEqual(["http://x/v1/a"]));
  });

  it("says so when the host is of another version", async () => {
    const { client, host } = alone();
    host.postMessage({ type: "ready", version: 999, life: null });
    await expect(client.ready).rejects.toMatchObject({ status: 503 });
    expect(client.isOtherVersion).toBe(true);
  });

  it("fails when the host never says ready, and when it never accepts", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
    const silent = alone();
    const failed = expect(silent.client.ready).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(20_000);
    await failed;

    const deaf = alone();
    const call = expect(all(deaf.client.http(GET, never))).rejects.toMatchObject({
      code: "engine_unavailable",
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await call;
    expect(deaf.client.isDead).toBe(true);
  });

  it("waits for a busy host, as long as its lock says that it lives", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
    const { client, host } = alone();
    host.postMessage({ type: "ready", version: 1, life: "a lock" });
    await client.ready;
    const call = expect(all(client.http(GET, never))).rejects.toMatchObject({ status: 503 });
    await vi.advanceTimersByTimeAsync(140_000);
    expect(client.isDead).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    await call;
  });

  it("fails at once when the host closes the port, as it does to one that slept", async () => {
    const { client, host } = alone();
    host.postMessage({ type: "ready", version: 1, life: "a lock" });
    await client.ready;
    const call = expect(all(client.http(GET, never))).rejects.toMatchObject({ status: 503 });
    host.postMessage({ type: "bye" });
    await call;
    expect(client.isDead).toBe(true);
  });

  it("retires when its last call has ended", async () => {
    let end!: () => void;
    const client = join(
      async () =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              end = () => controller.close();
            },
          }),
        ),
    );
    const reading = all(client.http(GET, never));
    await vi.waitFor(() => expect(end).toBeDefined());
    client.retire();
    expect(client.isDead).toBe(false);
    end();
    await reading;
    await vi.waitFor(() => expect(client.isDead).toBe(true));
  });
});

describe("a connection", () => {
  it("asks again over another port when one died before anything came", async () => {
    const dying = alone();
    const clients = [dying.client, join(async () => new Response("ok"))];
    dying.host.postMessage({ type: "ready", version: 1, life: null });
    const connection = new EngineConnection(async () => clients.shift() ?? dying.client);
    onMessage(dying.host, ({ type }) => {
      if (type === "call") dying.client.close();
    });
    const [head] = await all(connection.http(GET, never));
    expect(head).toMatchObject({ status: 200 });
  });

  it("does not ask again once something has come", async () => {
    const { client, host } = alone();
    host.postMessage({ type: "ready", version: 1, life: null });
    let finds = 0;
    const connection = new EngineConnection(async () => {
      finds++;
      return client;
    });
    onMessage(host, ({ type, id }) => {
      if (type !== "call") return;
      const head = { type: "head", status: 200, headers: [], hasBody: true };
      host.postMessage({ type: "events", id, events: [head] });
      setTimeout(() => client.close(), 20);
    });
    await expect(all(connection.http(GET, never))).rejects.toMatchObject({ status: 503 });
    expect(finds).toBe(1);
  });
});

describe("a relayed response", () => {
  const relayed = (http: HttpHandler) =>
    relayRequest(new EngineConnection(async () => join(http)), new Request("http://x/v1/models"));

  it("is given up when nobody reads it, and the work behind it with it", async () => {
    let isCancelled = false;
    const chunk = new Uint8Array(64 * 1024);
    const response = await relayed(
      async () =>
        new Response(
          new ReadableStream({
            pull: async (controller) => {
              await new Promise((resolve) => setTimeout(resolve, 0));
              controller.enqueue(chunk.slice());
            },
            cancel: () => {
              isCancelled = true;
            },
          }),
        ),
    );
    await vi.waitFor(() => expect(isCancelled).toBe(true), { timeout: 5_000 });
    await expect(response.arrayBuffer()).rejects.toThrow("Nobody read");
  });

  it("B23: says in a stream that it was given up, since a browser may let a broken body just end", async () => {
    const response = await relayed(
      async () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")),
            pull: () => Promise.reject(new Error("internal")),
          }),
          { headers: { "content-type": "text/event-stream; charset=utf-8" } },
        ),
    );
    const [first, last, ...rest] = (await response.text()).trimEnd().split("\n\n");
    expect(first).toBe("data: 1");
    expect(JSON.parse(last?.replace("data: ", "") ?? "")).toMatchObject({
      error: { code: "engine_error", param: null, type: "server_error" },
    });
    expect(last).not.toContain("internal");
    expect(rest).toEqual([]);
  });

  it("stops the work when its body is cancelled", async () => {
    let isCancelled = false;
    const response = await relayed(
      async () =>
        new Response(
          new ReadableStream({
            cancel: () => {
              isCancelled = true;
            },
          }),
        ),
    );
    await response.body?.cancel();
    await vi.waitFor(() => expect(isCancelled).toBe(true));
  });

  it("is an error in OpenAI's form when there is no engine", async () => {
    const connection = new EngineConnection(() => Promise.reject(new Error("internal")));
    const response = await relayRequest(connection, new Request("http://x/v1/models"));
    expect(response.status).toBe(500);
    const body: unknown = await response.json();
    expect(body).toMatchObject({ error: { type: "server_error", param: null } });
    expect(JSON.stringify(body)).not.toContain("internal");
  });
});
