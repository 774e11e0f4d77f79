import { sha256 } from "hash-wasm";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { VerifiedFile } from "./check-file.ts";
import { fetchVerified, readVerified } from "./verified-file.ts";

const never = new AbortController().signal;
const BODY = "0123456789".repeat(100);
const file: VerifiedFile = {
  url: "https://hub.test/model/shard.bin",
  cache: "webllm/model",
  bytes: BODY.length,
  hash: { algorithm: "sha256", hex: await sha256(BODY) },
};

/** A CacheStorage that holds everything in memory, or is full. */
class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>();
  isFull = false;

  async has(name: string): Promise<boolean> {
    return this.stores.has(name);
  }

  async open(name: string) {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    return {
      match: async (request: Request) => store.get(request.url)?.clone(),
      put: async (request: Request, response: Response) => {
        if (this.isFull) throw new DOMException("Full.", "QuotaExceededError");
        store.set(request.url, response);
      },
    };
  }
}

let store: FakeCaches;
interface Asked {
  readonly range: string | null;
  readonly signal: AbortSignal;
}
let answers: ((asked: Asked) => Response | Promise<Response>)[];
const ranges: (string | null)[] = [];

beforeEach(() => {
  store = new FakeCaches();
  answers = [];
  ranges.length = 0;
  vi.stubGlobal("caches", store);
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const range = new Headers(init.headers).get("range");
    ranges.push(range);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new TypeError("Failed to fetch");
    return answer({ range, signal: init.signal ?? never });
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server that says nothing. */
function untilAborted(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

/** Time passes as fast as it can until the download is over. */
async function download(what: VerifiedFile = file): Promise<unknown> {
  const progress = { isOver: false };
  const outcome = fetchVerified(what, 104e6, never, () => {}).then(
    () => "stored",
    (error: unknown) => error,
  );
  void outcome.then(() => {
    progress.isOver = true;
  });
  while (!progress.isOver) await vi.advanceTimersByTimeAsync(500);
  return outcome;
}

/** The connection breaks after so many bytes. */
const cutAfter = (bytes: number) => (): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(BODY.slice(0, bytes)));
      },
      pull: (controller) => controller.error(new TypeError("network error")),
    }),
  );
const rest = ({ range }: Asked): Response => {
  const from = Number(/bytes=(\d+)-/.exec(range ?? "")?.[1] ?? 0);
  const headers = { "content-range": `bytes ${from}-${BODY.length - 1}/${BODY.length}` };
  return new Response(BODY.slice(from), { status: from > 0 ? 206 : 200, headers });
};

describe("a model file", () => {
  it("is stored whole, once", async () => {
    answers = [() => new Response(BODY)];
    expect(await download()).toBe("stored");
    expect(await download()).toBe("stored");
    expect(ranges).toHaveLength(1);
    expect(await (await readVerified(file))?.text()).toBe(BODY);
  });

  it("C09 is taken up where the connection broke", async () => {
    answers = [cutAfter(300), rest];
    expect(await download()).toBe("stored");
    expect(ranges).toEqual([null, "bytes=300-"]);
    expect(await (await readVerified(file))?.text()).toBe(BODY);
  });

  it("C09 survives a server that fails once, and one that cannot be reached once", async () => {
    answers = [
      () => new Response("no", { status: 500 }),
      () => Promise.reject(new TypeError("Failed to fetch")),
      () => new Response(BODY),
    ];
    expect(await download()).toBe("stored");
  });

  it("is fetched again when the server falls silent", async () => {
    answers = [({ signal }) => untilAborted(signal), () => new Response(BODY)];
    expect(await download()).toBe("stored");
    expect(ranges).toHaveLength(2);
  });

  it.each<readonly [string, () => Response, RegExp]>([
    [
      "B24 a web page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      /web page/,
    ],
    ["another size", () => new Response(`${BODY}x`), /1001 bytes instead of 1000/],
    ["damaged content", () => new Response(BODY.replace("0", "1")), /damaged/],
    ["B25 a part that nobody asked for", () => new Response("0", { status: 206 }), /another part/],
    ["not there", () => new Response("", { status: 404 }), /404/],
    [
      "B27 an opaque answer",
      () => Object.defineProperty(new Response(null), "type", { value: "opaque" }),
      /CORS/,
    ],
  ])("%s: a 503 that names the file, and nothing stored", async (_name, answer, reason) => {
    answers = [answer];
    const error = await download();
    expect(error).toMatchObject({ status: 503, code: "model_not_downloaded" });
    expect(String(error)).toContain("shard.bin");
    expect(String(error)).toMatch(reason);
    expect(await readVerified(file)).toBeNull();
  });

  it("is not asked for again and again when the server means its no", async () => {
    answers = [() => new Response("", { status: 404 })];
    await download();
    expect(ranges).toHaveLength(1);
  });

  it("B27 names CORS when nothing comes from another site, and not when a connection breaks", async () => {
    answers = [() => Promise.reject(new TypeError("Failed to fetch"))];
    expect(String(await download())).toMatch(/shard\.bin.*CORS/);
    answers = [cutAfter(300)];
    expect(String(await download())).toMatch(/connection broke/);
    vi.stubGlobal("location", { origin: new URL(file.url).origin });
    answers = [() => Promise.reject(new TypeError("Failed to fetch"))];
    expect(String(await download())).not.toContain("CORS");
  });

  it("C08 says how much room the model needs", async () => {
    store.isFull = true;
    answers = [() => new Response(BODY)];
    const error = await download();
    expect(error).toMatchObject({ status: 507, code: "insufficient_storage" });
    expect(String(error)).toContain("104 MB");
  });

  it("is hashed once when something else has stored it, and fetched again when it is damaged", async () => {
    const cache = await store.open(file.cache);
    await cache.put(new Request(file.url), new Response(BODY.replace("0", "1")));
    answers = [() => new Response(BODY)];
    expect(await download()).toBe("stored");
    expect(ranges).toHaveLength(1);
    expect(await (await readVerified(file))?.text()).toBe(BODY);

    await cache.put(new Request(file.url), new Response(BODY));
    expect(await download()).toBe("stored");
    expect(ranges).toHaveLength(1);
  });

  it("C18 says why it cannot be stored where there are no caches", async () => {
    vi.stubGlobal("caches", undefined);
    answers = [() => new Response(BODY)];
    const error = await download();
    expect(error).toMatchObject({ status: 503, code: "model_not_downloaded" });
    expect(String(error)).toMatch(/keeps no files/);
  });

  it("must have the shape it should have, in the store too: an error message is JSON as well", async () => {
    const json: VerifiedFile = {
      url: "https://hub.test/model/tensor-cache.json",
      cache: "webllm/model",
      json: true,
      shape: v.object({ records: v.array(v.unknown()) }),
    };
    answers = [() => new Response('{"error":"rate limited"}')];
    expect(await download(json)).toMatchObject({ status: 503 });
    expect(await readVerified(json)).toBeNull();

    // What another program has stored under the same key is not believed either.
    const cache = await store.open(json.cache);
    await cache.put(new Request(json.url), new Response('{"error":"rate limited"}'));
    expect(await readVerified(json)).toBeNull();
    answers = [() => new Response('{"records":[]}')];
    expect(await download(json)).toBe("stored");
    expect(await (await readVerified(json))?.json()).toEqual({ records: [] });
  });

  it("must begin as WebAssembly where it should be a library", async () => {
    answers = [() => new Response(BODY)];
    const { hash: _hash, ...library } = file;
    expect(String(await download({ ...library, wasm: true }))).toContain("not WebAssembly");
  });

  it("takes a file of the disk instead of asking, also over an older one of the same name", async () => {
    const { url, cache } = file;
    await fetchVerified({ url, cache, given: new Blob(["older"]) }, 1, never, () => {});
    const given = { url, cache, given: new Blob([BODY]) };
    await fetchVerified(given, 1, never, () => {});
    expect(await (await readVerified(file))?.text()).toBe(BODY);
    await expect(
      fetchVerified({ ...file, given: new Blob(["short"]) }, 1, never, () => {}),
    ).rejects.toMatchObject({
      status: 400,
      param: "files",
      message: expect.stringContaining("5 bytes instead of 1000"),
    });
    expect(await (await readVerified(file))?.text()).toBe(BODY);
    expect(ranges).toEqual([]);
  });
});
