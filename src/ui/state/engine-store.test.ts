import { describe, expect, it } from "vitest";
import type { EngineStatus } from "../../engine/engine.ts";
import type { ModelProgress } from "../../engine/model-info.ts";
import type { SlashV1 } from "../../page/slash-v1.ts";
import { EngineStore } from "./engine-store.ts";

const idle: EngineStatus = {
  state: "idle",
  host: "shared-worker",
  device: null,
  model: null,
  progress: null,
  running: 0,
  waiting: 0,
  tokensPerSecond: null,
  downloads: {},
  errors: [],
};
const entry = (id: string, own: object = {}) => ({ id, slash_v1: { state: "stored", ...own } });

/** An engine of which the test says the status, and when a load ends. */
function double(models: readonly object[] = [entry("m"), entry("n")]) {
  const loads: { model: string; end: (error?: Error) => void }[] = [];
  let tell: (status: EngineStatus) => void = () => undefined;
  async function* load(model: string, signal: AbortSignal): AsyncGenerator<ModelProgress> {
    await new Promise<void>((resolve, reject) => {
      loads.push({ model, end: (error) => (error ? reject(error) : resolve()) });
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
    yield { model, phase: "ready", loadedBytes: 0, totalBytes: 0, bytesPerSecond: null };
  }
  async function* status(): AsyncGenerator<EngineStatus> {
    for (;;) yield await new Promise<EngineStatus>((resolve) => (tell = resolve));
  }
  const slash = {
    baseUrl: "http://slash.test/v1",
    mode: "service-worker",
    obstacle: null,
    fetch: async () => Response.json({ data: models }),
    admin: { status, load, download: load, remove: async () => undefined },
    onUpdate: () => () => undefined,
  } as unknown as SlashV1;
  const store = new EngineStore(slash);
  store.start();
  const say = async (patch: Partial<EngineStatus>) => {
    await settle();
    tell({ ...idle, ...patch });
    await settle();
  };
  return { store, loads, say };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("a model that should answer", () => {
  it("is ready when it is on the device", async () => {
    const { store, loads, say } = double();
    await say({ model: "m" });
    await store.ready("m", new AbortController().signal);
    expect(loads).toEqual([]);
  });

  it("is loaded when nothing else is going on", async () => {
    const { store, loads, say } = double();
    await say({ model: "n" });
    const ready = store.ready("m", new AbortController().signal);
    await settle();
    expect(store.state.own.has("m")).toBe(true);
    loads[0]?.end();
    await ready;
    expect(loads.map((load) => load.model)).toEqual(["m"]);
    expect(store.state.own.size).toBe(0);
  });

  it("waits for another model's load, and is loaded then", async () => {
    const { store, loads, say } = double();
    await say({ state: "loading", model: "n" });
    const ready = store.ready("m", new AbortController().signal);
    await settle();
    expect(loads).toEqual([]);
    await say({ model: "n" });
    loads[0]?.end();
    await ready;
  });

  it("shares the load that is under way", async () => {
    const { store, loads, say } = double();
    await say({});
    const both = Promise.all([store.load("m"), store.ready("m", new AbortController().signal)]);
    await settle();
    loads[0]?.end();
    await both;
    expect(loads).toHaveLength(1);
  });

  it("is not waited for any longer than it is wanted", async () => {
    const { store, say } = double();
    await say({});
    const control = new AbortController();
    const ready = store.ready("m", control.signal);
    await settle();
    control.abort(new Error("enough"));
    await expect(ready).rejects.toThrow("enough");
    expect(store.state.own.has("m")).toBe(true);
    store.stop("m");
    await settle();
  });

  it("says what failed, until it is tried again", async () => {
    const { store, loads, say } = double();
    await say({});
    const load = store.load("m");
    await settle();
    loads[0]?.end(new Error("no room"));
    await expect(load).rejects.toThrow("no room");
    expect(store.state.faults["m"]).toBe("no room");
    const again = store.load("m");
    expect(store.state.faults["m"]).toBeUndefined();
    await settle();
    loads[1]?.end();
    await again;
  });

  it("is no failure when the person stopped it", async () => {
    const { store, say } = double();
    await say({});
    const load = store.load("m");
    await settle();
    store.stop("m");
    await expect(load).rejects.toThrow();
    expect(store.state.faults).toEqual({});
  });
});

it("chooses what was asked for, else what is loaded, else the site's own, else what fits", async () => {
  const { store, say } = double([
    entry("too-large", { unfit: "No." }),
    entry("fits"),
    entry("own", { embedded: true }),
    entry("embedder", { capabilities: { chat: false, embeddings: true } }),
  ]);
  await say({});
  expect(store.chosen("fits")?.id).toBe("fits");
  expect(store.chosen("gone")?.id).toBe("own");
  expect(store.chosen("embedder")?.id).toBe("own");
});

describe("the list of models", () => {
  it("is waited for until it is known", async () => {
    const { store } = double();
    let listed = false;
    const waiting = store.listed(new AbortController().signal).then(() => (listed = true));
    expect(store.state.models).toBeNull();
    // A change that is not the list is no answer.
    store.stop("m");
    await Promise.resolve();
    expect(listed).toBe(false);
    await waiting;
    expect(store.state.models).toHaveLength(2);
  });

  it("is there at once when it is known", async () => {
    const { store, say } = double();
    await say({});
    await store.listed(new AbortController().signal);
    await expect(store.listed(AbortSignal.abort(new Error("enough")))).resolves.toBeUndefined();
  });

  it("is not waited for any longer than it is wanted", async () => {
    const { store } = double();
    await expect(store.listed(AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
    const control = new AbortController();
    const listed = store.listed(control.signal);
    control.abort(new Error("enough"));
    await expect(listed).rejects.toThrow("enough");
  });
});
