import type { BrowserContext } from "playwright";
import {
  askFor,
  openHttp,
  openProduct,
  openReference,
  type Candidate,
} from "../support/candidate.ts";
import { ratioOf } from "../support/compare.ts";
import { atLeast, type SectionResult } from "../support/figures.ts";
import { inTurns } from "../support/in-turns.ts";
import { FLOOD } from "../support/load.ts";

const ROUNDS = 9;
/** The `openai` package takes seconds for 20,000 chunks in large reads. */
const SDK_ROUNDS = 5;

/** How many chunks a second come through, against what else could carry them. */
export async function relay(context: BrowserContext): Promise<SectionResult> {
  const product = await openProduct(context);
  const plain = await openReference(context, "plain-worker");
  const msw = await openReference(context, "msw");
  const http = await openHttp(context);
  const candidates = [product, plain, msw, http];
  const speeds = await inTurns(candidates, ROUNDS, async (candidate) => {
    const { ms } = await askFor(candidate, FLOOD);
    return (FLOOD.count * 1000) / ms;
  });
  const sdk = await inTurns([product, http], SDK_ROUNDS, sdkSpeed);
  for (const candidate of candidates) await candidate.close();
  const flood = { measure: "flood, read by fetch", unit: "chunks/s" };
  const bySdk = { measure: "flood, read by the openai package", unit: "chunks/s" };
  const ours = speeds(product);
  return {
    figures: [
      ratioOf({ ...flood, reference: plain.name, goal: atLeast(0.9) }, ours, speeds(plain)),
      ratioOf({ ...flood, reference: msw.name, goal: atLeast(2.5) }, ours, speeds(msw)),
      ratioOf({ ...flood, reference: http.name, goal: null }, ours, speeds(http)),
      ratioOf({ ...bySdk, reference: http.name, goal: atLeast(10) }, sdk(product), sdk(http)),
    ],
  };
}

async function sdkSpeed({ page, baseUrl, bodyFor }: Candidate): Promise<number> {
  const { ms, chunks } = await page.evaluate(
    ([url, body]) => globalThis.bench.askBySdk(url, body),
    [baseUrl, bodyFor(FLOOD)] as const,
  );
  return (chunks * 1000) / ms;
}
