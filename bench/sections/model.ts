import type { BrowserContext } from "playwright";
import type { ModelReading, Question } from "../in-page/direct.ts";
import { built } from "../support/build.ts";
import { ratioOf } from "../support/compare.ts";
import { atLeast, figure, type SectionResult } from "../support/figures.ts";
import { inTurns } from "../support/in-turns.ts";
import { askModelDirect, openModelPage, type ModelPage } from "../support/model-page.ts";
import { prototypeSite } from "../support/prototype-model.ts";

const ROUNDS = 2;
const QUESTION: Question = {
  messages: [{ role: "user", content: "Tell me a short story about a fox and the sea." }],
  maxTokens: 8,
};

/** The embedded model's kernels against the first ones, both in WebLLM alone. */
export async function model(context: BrowserContext): Promise<SectionResult> {
  const now = await openModelPage(context, built("blank"));
  const first = await openModelPage(context, prototypeSite(), "f32");
  const nowShaders = await load(now);
  const firstShaders = await load(first);
  const ask = (page: ModelPage): Promise<ModelReading> => askModelDirect(page, QUESTION);
  // Loading has compiled everything, and a round takes half a minute.
  const readings = await inTurns([now, first], ROUNDS, ask, { warmUp: false });
  await now.close();
  await first.close();
  const of = (page: ModelPage, key: "prefillPerSecond" | "decodePerSecond"): readonly number[] =>
    readings(page).map((reading) => reading[key]);
  const reference = "the first library";
  const shaders = { unit: "", reference, comparison: "ratio" as const, goal: null };
  return {
    figures: [
      ratioOf(
        { measure: "prefill, embedded model", unit: "tokens/s", reference, goal: atLeast(5) },
        of(now, "prefillPerSecond"),
        of(first, "prefillPerSecond"),
      ),
      ratioOf(
        { measure: "decode, embedded model", unit: "tokens/s", reference, goal: atLeast(3) },
        of(now, "decodePerSecond"),
        of(first, "decodePerSecond"),
      ),
      figure({
        ...shaders,
        measure: "shader modules",
        ours: nowShaders.count,
        theirs: firstShaders.count,
        result: nowShaders.count / firstShaders.count,
        goal: { at: "most", value: 1 },
      }),
      figure({
        ...shaders,
        measure: "shader modules, characters",
        ours: nowShaders.characters,
        theirs: firstShaders.characters,
        result: nowShaders.characters / firstShaders.characters,
      }),
    ],
  };
}

/** Loads a page's model by WebLLM, in that page. */
export function load({ page, address }: ModelPage): Promise<{
  ms: number;
  count: number;
  characters: number;
}> {
  return page.evaluate((where) => globalThis.direct.loadDirect(where), address);
}
