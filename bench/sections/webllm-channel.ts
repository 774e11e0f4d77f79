import { spawn } from "node:child_process";
import type { BrowserContext } from "playwright";
import { askFor, openProduct, openReference, type Candidate } from "../support/candidate.ts";
import { differenceOf, ratioOf, valueOf } from "../support/compare.ts";
import { atLeast, atMost, type SectionResult } from "../support/figures.ts";
import { inTurns } from "../support/in-turns.ts";
import { FLOOD, MODEL_PACE, type Load } from "../support/load.ts";
import { quantile } from "../support/stats.ts";

const ROUNDS = 5;
const PACED_ROUNDS = 5;
/** One round trip a chunk: 20,000 would take minutes. */
const CHANNEL_FLOOD: Load = { ...FLOOD, count: 2_000 };
const CORES = 2;

interface StubReading {
  readonly ms: number;
  readonly firstMs: number;
  readonly chunks: number;
  readonly latencies: readonly number[];
}

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's global object
  var askWorker: (load: Load) => Promise<StubReading>;
  // oxlint-disable-next-line no-var -- a property of the page's global object
  var askDirect: (load: Load) => Promise<StubReading>;
}

/** Against WebLLM's own way into a service worker, and against no way at all, with models that cost nothing. */
export async function webllmChannel(context: BrowserContext): Promise<SectionResult> {
  const product = await openProduct(context);
  const webllm = await openReference(context, "webllm");
  await webllm.page.waitForFunction(() => typeof globalThis.askWorker === "function");

  const speeds = await inTurns([product, webllm], ROUNDS, async (candidate) => {
    if (candidate === product) return (FLOOD.count * 1000) / (await askFor(product, FLOOD)).ms;
    const { ms, chunks } = await askWorker(webllm, CHANNEL_FLOOD);
    return (chunks * 1000) / ms;
  });
  const ways = ["slash-v1", "worker", "direct"] as const;
  const measure = async (way: (typeof ways)[number]): Promise<{ first: number; p99: number }> => {
    if (way === "slash-v1") {
      const { firstStampMs, latencies } = await askFor(product, MODEL_PACE);
      return { first: overhead(firstStampMs), p99: quantile(latencies, 0.99) };
    }
    const { firstMs, latencies } =
      way === "worker"
        ? await askWorker(webllm, MODEL_PACE)
        : await webllm.page.evaluate((load) => globalThis.askDirect(load), MODEL_PACE);
    return { first: overhead(firstMs), p99: quantile(latencies, 0.99) };
  };
  const idle = await inTurns(ways, PACED_ROUNDS, measure);
  const stopBusy = keepBusy();
  const busy = await inTurns(ways, PACED_ROUNDS, measure);
  stopBusy();
  await product.close();
  await webllm.close();

  const first = (way: (typeof ways)[number]): readonly number[] =>
    idle(way).map((values) => values.first);
  const p99 = (way: (typeof ways)[number]): readonly number[] =>
    busy(way).map((values) => values.p99);
  const firstToken = { measure: "first token at 100 tokens/s, overhead", unit: "ms" };
  return {
    figures: [
      ratioOf(
        {
          measure: "flood of chunks from a stubbed model",
          unit: "chunks/s",
          reference: "WebLLM's service worker",
          goal: atLeast(30),
        },
        speeds(product),
        speeds(webllm),
      ),
      differenceOf(
        { ...firstToken, reference: "no channel", goal: atMost(3) },
        first("slash-v1"),
        first("direct"),
      ),
      differenceOf(
        { ...firstToken, reference: "WebLLM's service worker", goal: null },
        first("slash-v1"),
        first("worker"),
      ),
      valueOf(
        {
          measure: "100 tokens/s, both cores busy, p99",
          unit: "ms",
          reference: "(absolute)",
          goal: atMost(5),
        },
        p99("slash-v1"),
      ),
      differenceOf(
        {
          measure: "100 tokens/s, both cores busy, p99",
          unit: "ms",
          reference: "WebLLM's service worker",
          goal: null,
        },
        p99("slash-v1"),
        p99("worker"),
      ),
    ],
  };
}

function askWorker({ page }: Candidate, load: Load): Promise<StubReading> {
  return page.evaluate((wanted) => globalThis.askWorker(wanted), load);
}

/** What comes on top of the time that the model takes by itself. */
function overhead(firstMs: number): number {
  return firstMs - MODEL_PACE.firstDelayMs - MODEL_PACE.delayMs;
}

/** Takes all cores, until the returned function is called. */
function keepBusy(): () => void {
  const children = Array.from({ length: CORES }, () =>
    spawn(process.execPath, ["-e", "for(;;);"], { stdio: "ignore" }),
  );
  return () => {
    for (const child of children) child.kill();
  };
}
