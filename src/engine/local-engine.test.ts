import { describe, expect, it, vi } from "vitest";
import type { GenerateEvent, GenerateJob } from "./job.ts";
import { LocalEngine, type LocalEngineOptions } from "./local-engine.ts";
import type { Script } from "./scripted/script.ts";
import { ScriptedRuntime } from "./scripted/scripted-runtime.ts";

const never = new AbortController().signal;
let count = 0;

function job(
  script: Partial<Script> & { pieces?: string[] },
  streamId: string | null = null,
): GenerateJob {
  const content = `[[script ${JSON.stringify({ pieces: ["a"], ...script })}]]`;
  return {
    id: `job-${count++}`,
    model: "scripted",
    prompt: { type: "chat", messages: [{ role: "user", content }] },
    n: 1,
    maxTokens: null,
    sampling: {
      temperature: 0,
      topP: 1,
      presencePenalty: 0,
      frequencyPenalty: 0,
      logitBias: {},
      seed: 1,
    },
    stop: [],
    stopFree: null,
    logprobs: null,
    promptLogprobs: false,
    constraint: null,
    streamId,
    context: null,
  };
}

const engineWith = (options: Partial<LocalEngineOptions> = {}, runtime = new ScriptedRuntime()) =>
  new LocalEngine(runtime, { host: "shared-worker", ...options });

async function eventsOf(
  batches: AsyncIterable<readonly GenerateEvent[]>,
): Promise<GenerateEvent[]> {
  const list: GenerateEvent[] = [];
  for await (const batch of batches) list.push(...batch);
  return list;
}

async function textOf(batches: AsyncIterable<readonly GenerateEvent[]>): Promise<string> {
  const events = await eventsOf(batches);
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

describe("the engine's jobs", () => {
  it("C11: loads once for three at the same moment, and answers in order", async () => {
    const runtime = new ScriptedRuntime();
    const load = vi.spyOn(runtime, "load");
    const engine = engineWith({}, runtime);
    const texts = ["x", "y", "z"].map((piece) =>
      textOf(engine.generate(job({ pieces: [piece] }), never)),
    );
    expect(await Promise.all(texts)).toEqual(["x", "y", "z"]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is refused before its start when a prompt of a job to follow does not fit", async () => {
    const engine = engineWith();
    const following = ["short", "far too long ".repeat(3000)].map(
      (text) => ({ type: "text", text }) as const,
    );
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      for await (const batch of engine.generate({ ...job({}), following }, never)) {
        seen.push(...batch.map(({ type }) => type));
      }
    };
    await expect(run()).rejects.toMatchObject({ code: "context_length_exceeded" });
    expect(seen).not.toContain("start");
    expect(
      await textOf(engine.generate({ ...job({}), following: following.slice(0, 1) }, never)),
    ).toBe("a");
  });

  it("B03: an abort ends the running job within a step; the next one starts", async () => {
    const engine = engineWith();
    const abort = new AbortController();
    const long = textOf(engine.generate(job({ repeat: 10_000, delayMs: 5 }), abort.signal));
    const next = textOf(engine.generate(job({ pieces: ["next"] }), never));
    setTimeout(() => abort.abort(new Error("enough")), 30);
    await expect(long).rejects.toThrow("enough");
    expect(await next).toBe("next");
  });

  it("C01: a reader that leaves ends its job, too", async () => {
    const engine = engineWith();
    for await (const _ of engine.generate(job({ repeat: 10_000, delayMs: 5 }), never)) break;
    expect(await textOf(engine.generate(job({ pieces: ["free"] }), never))).toBe("free");
  });

  it("C20: an engine that yields nothing is given up in time, and rebuilt", async () => {
    const runtime = new ScriptedRuntime();
    const load = vi.spyOn(runtime, "load");
    const engine = engineWith({ stepLimitMs: 60 }, runtime);
    await expect(textOf(engine.generate(job({ hangAfter: 0 }), never))).rejects.toMatchObject({
      status: 500,
      code: "engine_error",
    });
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("a long prompt is no silence: its chunks are signs of life", async () => {
    const engine = engineWith({ stepLimitMs: 1_200 });
    expect(await textOf(engine.generate(job({ firstDelayMs: 2_500 }), never))).toBe("a");
  });

  it("C05: a lost device fails the job and is rebuilt; a load that gets stuck is given up", async () => {
    const runtime = new ScriptedRuntime();
    const engine = engineWith({ stepLimitMs: 50 }, runtime);
    await expect(textOf(engine.generate(job({ loseDeviceAfter: 0 }), never))).rejects.toMatchObject(
      {
        status: 503,
        code: "device_lost",
      },
    );
    vi.spyOn(runtime, "load").mockImplementationOnce(() => new Promise(() => {}));
    await expect(textOf(engine.generate(job({}), never))).rejects.toThrow("showed no progress");
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
  });

  it("a device whose loss shows first as an exception is told as lost, not as an unknown fault", async () => {
    const runtime = new ScriptedRuntime();
    const load = runtime.load.bind(runtime);
    vi.spyOn(runtime, "load").mockImplementationOnce(async (model, options) => {
      const loaded = await load(model, options);
      return { ...loaded, lost: new Promise((resolve) => setTimeout(resolve, 20, "gone")) };
    });
    const engine = engineWith({}, runtime);
    await expect(textOf(engine.generate(job({ failAfter: 0 }), never))).rejects.toMatchObject({
      code: "device_lost",
    });
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
  });

  it("a model that cannot be fetched or loaded leaves the other one in peace", async () => {
    const runtime = new ScriptedRuntime();
    const engine = engineWith({ failurePauseMs: 10_000 }, runtime);
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
    const unload = vi.spyOn(runtime, "load");
    vi.spyOn(runtime, "download").mockRejectedValue(new Error("no such file"));
    for (let round = 0; round < 4; round++) {
      const fails = (async () => {
        for await (const progress of engine.load("scripted/absent", never)) void progress;
      })();
      await expect(fails).rejects.toMatchObject({ code: "engine_error" });
      expect(await textOf(engine.generate(job({}), never))).toBe("a");
    }
    expect(unload).not.toHaveBeenCalled();
  });

  it("failure after failure gets a pause with the reason; one success ends the count", async () => {
    const engine = engineWith({ failurePauseMs: 80 });
    const fail = () => textOf(engine.generate(job({ failAfter: 0 }), never)).catch(String);
    await fail();
    await fail();
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
    for (let round = 0; round < 3; round++) await fail();
    await expect(textOf(engine.generate(job({}), never))).rejects.toMatchObject({
      status: 503,
      code: "engine_unavailable",
      retryAfter: 1,
    });
    await new Promise((resolve) => setTimeout(resolve, 90));
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
  });
});

describe("a bias", () => {
  it.each([49_152, 999_999_999])(
    "for a token that the model does not have (%i) is refused",
    async (id) => {
      const biased = (token: number): GenerateJob => {
        const plain = job({});
        return { ...plain, sampling: { ...plain.sampling, logitBias: { [token]: 1 } } };
      };
      const engine = engineWith();
      await expect(textOf(engine.generate(biased(id), never))).rejects.toMatchObject({
        status: 400,
        type: "invalid_request_error",
        param: "logit_bias",
      });
      expect(await textOf(engine.generate(biased(49_151), never))).toBe("a");
    },
  );
});

describe("a model that is taken off the device on purpose", () => {
  it("C15 is no lost device: neither for the next job nor in the status", async () => {
    const runtime = new ScriptedRuntime();
    const load = runtime.load.bind(runtime);
    vi.spyOn(runtime, "load").mockImplementation(async (model, options) => {
      let lose!: (reason: string) => void;
      const lost = new Promise<string>((resolve) => {
        lose = resolve;
      });
      // As WebLLM: to unload is to destroy the device.
      return { ...(await load(model, options)), lost, dispose: async () => lose("destroyed") };
    });
    const engine = engineWith({}, runtime);
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
    await engine.unload(never);
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
    await engine.embed({ id: "e", model: "scripted-embed", inputs: ["x"] }, never);
    expect(await textOf(engine.generate(job({}), never))).toBe("a");
    for await (const status of engine.status(never)) {
      expect(status.errors).toEqual([]);
      break;
    }
  });
});

describe("recorded jobs", () => {
  it("outlive their reader and can be followed from the start", async () => {
    const engine = engineWith();
    for await (const _ of engine.generate(job({ repeat: 20, delayMs: 2 }, "one"), never)) break;
    const [first, ...rest] = await eventsOf(engine.follow("one", never));
    expect(first).toEqual({ type: "resumed", context: null });
    expect(rest.filter(({ type }) => type === "text")).toHaveLength(20);
    expect(await textOf(engine.follow("one", never))).toBe("a".repeat(20));
  });

  it("are stopped by their id alone, and one id answers once at a time", async () => {
    const engine = engineWith();
    const reading = textOf(engine.generate(job({ repeat: 10_000, delayMs: 5 }, "two"), never));
    expect(() => engine.generate(job({}, "two"), never)).toThrow("being made");
    setTimeout(() => void engine.stop("two", never), 20);
    await expect(reading).rejects.toThrow("stopped");
    expect(await engine.stop("two", never)).toBe(false);
    expect(() => engine.follow("two", never)).toThrow("no answer with the id");
    expect(await textOf(engine.generate(job({ pieces: ["free"] }), never))).toBe("free");
  });
});
