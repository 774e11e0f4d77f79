import type { BrowserContext } from "playwright";
import { askFor, openProduct } from "../support/candidate.ts";
import { figure, atMost, type SectionResult } from "../support/figures.ts";
import { Heaps, PLACES, type Place } from "../support/heaps.ts";
import { FLOOD, type Load } from "../support/load.ts";

const ANSWERS = 100;
const ANSWER: Load = { ...FLOOD, count: 300 };
const KIB = 1024;
/** What a measurement leaves behind by itself; a leak of one frame an answer would be 20 KiB. */
const TOLERANCE_KIB = 64;

/** Whether a hundred answers leave anything behind. */
export async function memory(context: BrowserContext): Promise<SectionResult> {
  const product = await openProduct(context);
  const heaps = await Heaps.attach(product.page);
  const answer = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count++) await askFor(product, ANSWER);
  };
  const read = async (): Promise<ReadonlyMap<Place, number>> => {
    const used = new Map<Place, number>();
    for (const place of PLACES) used.set(place, await heaps.used(place));
    return used;
  };
  // Code is compiled and caches fill up in the first answers.
  await answer(ANSWERS);
  const before = await read();
  await answer(ANSWERS);
  const after = await read();
  await product.close();
  return {
    figures: PLACES.map((place) => {
      const theirs = (before.get(place) ?? Number.NaN) / KIB;
      const ours = (after.get(place) ?? Number.NaN) / KIB;
      return figure({
        measure: `${place.replace("_", " ")}: heap after ${ANSWERS} more answers`,
        ours,
        theirs,
        unit: "KiB",
        reference: "before them",
        comparison: "difference",
        result: ours - theirs,
        goal: atMost(TOLERANCE_KIB),
      });
    }),
  };
}
