import type { BrowserContext } from "playwright";
import {
  askFor,
  openHttp,
  openProduct,
  openReference,
  type Candidate,
} from "../support/candidate.ts";
import { differenceOf } from "../support/compare.ts";
import { atMost, type SectionResult } from "../support/figures.ts";
import { inTurns } from "../support/in-turns.ts";
import { PACED, SINGLE } from "../support/load.ts";
import { quantile } from "../support/stats.ts";

const ROUNDS = 7;
const FIRST_ROUNDS = 60;

/** How late a chunk comes when there is one every 5 ms, and how late the first one is. */
export async function paced(context: BrowserContext): Promise<SectionResult> {
  const product = await openProduct(context);
  const plain = await openReference(context, "plain-worker");
  const msw = await openReference(context, "msw");
  const http = await openHttp(context);
  const candidates = [product, plain, msw, http];
  const late = await inTurns(candidates, ROUNDS, (candidate) => latencies(candidate));
  const first = await inTurns(
    candidates,
    FIRST_ROUNDS,
    async (candidate) => (await askFor(candidate, SINGLE)).firstMs,
  );
  for (const candidate of candidates) await candidate.close();

  const parts = (candidate: Candidate, part: number): readonly number[] =>
    late(candidate).map((values) => quantile(values, part));
  const against = (reference: Candidate, withGoals: boolean): SectionResult["figures"] => {
    const rest = { unit: "ms", reference: reference.name };
    const goal = (value: number): ReturnType<typeof atMost> | null =>
      withGoals ? atMost(value) : null;
    return [
      differenceOf(
        { measure: "one chunk per 5 ms, p50", goal: goal(0.2), ...rest },
        parts(product, 0.5),
        parts(reference, 0.5),
      ),
      differenceOf(
        { measure: "one chunk per 5 ms, p99", goal: goal(2), ...rest },
        parts(product, 0.99),
        parts(reference, 0.99),
      ),
      differenceOf(
        { measure: "first chunk", goal: goal(0.5), ...rest },
        first(product),
        first(reference),
      ),
    ];
  };
  return { figures: [...against(plain, true), ...against(msw, false), ...against(http, false)] };
}

async function latencies(candidate: Candidate): Promise<readonly number[]> {
  const reading = await askFor(candidate, PACED);
  return reading.latencies.map((value) => value + candidate.clockOffset);
}
