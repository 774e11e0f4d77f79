import type { BrowserContext } from "playwright";
import { openProduct, openTab, type Candidate } from "../support/candidate.ts";
import { ratioOf } from "../support/compare.ts";
import { atLeast, type SectionResult } from "../support/figures.ts";
import { inTurns } from "../support/in-turns.ts";
import { SHORT_FLOOD } from "../support/load.ts";

const TABS = 10;
const ROUNDS = 7;

/** Ten tabs that stream at once, against one tab that streams ten times. */
export async function tabs(context: BrowserContext): Promise<SectionResult> {
  const product = await openProduct(context);
  const all = [product];
  while (all.length < TABS) all.push(await openTab(product));
  const ways = ["ten", "one"] as const;
  const speeds = await inTurns(ways, ROUNDS, (way) =>
    way === "ten" ? totalSpeed(all, 1) : totalSpeed([product], TABS),
  );
  for (const tab of all.toReversed()) await tab.close();
  return {
    figures: [
      ratioOf(
        {
          measure: "ten tabs streaming at once",
          unit: "chunks/s",
          reference: "one tab",
          goal: atLeast(0.8),
        },
        speeds("ten"),
        speeds("one"),
      ),
    ],
  };
}

/** Chunks a second of all tabs together, each of which asks so many times. */
export async function totalSpeed(
  asking: readonly Candidate[],
  times: number,
  atOnce = false,
): Promise<number> {
  const spans = await Promise.all(
    asking.map(({ page, baseUrl, bodyFor }) =>
      page.evaluate(
        ([url, body, many, together]) => globalThis.bench.askMany(url, body, many, together),
        [`${baseUrl}/chat/completions`, bodyFor(SHORT_FLOOD), times, atOnce] as const,
      ),
    ),
  );
  const ms =
    Math.max(...spans.map(({ ended }) => ended)) - Math.min(...spans.map(({ began }) => began));
  return (asking.length * times * SHORT_FLOOD.count * 1000) / ms;
}
