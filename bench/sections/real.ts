import type { BrowserContext } from "playwright";
import type { ModelReading, Question } from "../in-page/direct.ts";
import { built } from "../support/build.ts";
import { startProduct } from "../support/candidate.ts";
import { differenceOf, ratioOf } from "../support/compare.ts";
import { atLeast, atMost, figure, type SectionResult } from "../support/figures.ts";
import { inTurns } from "../support/in-turns.ts";
import { askModel, askModelDirect, openModelPage, type ModelPage } from "../support/model-page.ts";
import { load } from "./model.ts";

const ROUNDS = 4;
const WAYS = ["v1", "direct"] as const;
type Way = (typeof WAYS)[number];
const reference = "WebLLM in the page";
const LOAD_ROUNDS = 2;
const QUESTION: Question = {
  messages: [{ role: "user", content: "Tell me a short story about a fox and the sea." }],
  maxTokens: 16,
};
/** Some 350 tokens, a page of talk. */
const STORY = "The fox went down to the sea, looked at the waves, and asked the gull for a way. ";
const LONG_TALK: Question = {
  messages: [
    { role: "system", content: STORY.repeat(18) },
    { role: "user", content: "Who went to the sea?" },
  ],
  maxTokens: 12,
};
const NEXT = "And whom did it ask?";
/** Of the template around two turns, and of a last token that was sampled but not read. */
const TEMPLATE_TOKENS = 16;

/** `/v1` with the embedded model against WebLLM called in the page, on one device. */
export async function realAnswer(context: BrowserContext): Promise<SectionResult> {
  const page = await openBoth(context);
  const readings = await inTurns(
    WAYS,
    ROUNDS,
    (way) => (way === "v1" ? askModel(page, QUESTION) : askModelDirect(page, QUESTION)),
    { warmUp: false },
  );
  await page.close();
  const of = (way: Way, value: (reading: ModelReading) => number): readonly number[] =>
    readings(way).map((reading) => value(reading));
  const speed = ({ completionTokens, decodeMs }: ModelReading): number =>
    ((completionTokens - 1) * 1000) / decodeMs;
  const answer = { measure: "streamed answer, real model", unit: "tokens/s", reference };
  return {
    figures: [
      ratioOf({ ...answer, goal: atLeast(0.98) }, of("v1", speed), of("direct", speed)),
      differenceOf(
        { measure: "first token, real model", unit: "ms", reference, goal: null },
        of("v1", ({ firstMs }) => firstMs),
        of("direct", ({ firstMs }) => firstMs),
      ),
    ],
  };
}

/** Putting the embedded model on the device again, against WebLLM alone. */
export async function warmLoad(context: BrowserContext): Promise<SectionResult> {
  const page = await openBoth(context);
  const loads = await inTurns(WAYS, LOAD_ROUNDS, (way) => loadAgain(page, way), { warmUp: false });
  await page.close();
  const subject = { measure: "warm load, real model", unit: "ms", reference, goal: atMost(1) };
  return { figures: [ratioOf(subject, loads("v1"), loads("direct"))] };
}

/** What a chat with a long history reads in its second turn. */
export async function secondTurn(context: BrowserContext): Promise<SectionResult> {
  const page = await openModelPage(context, built("blank"));
  await startProduct(page.page);
  const first = await askModel(page, LONG_TALK);
  const second = await askModel(page, {
    ...LONG_TALK,
    messages: [
      ...LONG_TALK.messages,
      { role: "assistant", content: first.text },
      { role: "user", content: NEXT },
    ],
  });
  await page.close();
  const read = second.promptTokens - second.cachedTokens;
  const fresh = second.promptTokens - first.promptTokens - first.completionTokens;
  return {
    figures: [
      figure({
        measure: "second turn of a long chat, prompt tokens read",
        ours: read,
        theirs: second.promptTokens,
        unit: "tokens",
        reference: "in the prompt",
        comparison: "value",
        result: read,
        goal: atMost(fresh + TEMPLATE_TOKENS),
      }),
      ratioOf(
        {
          measure: "second turn of a long chat, first token",
          unit: "ms",
          reference: "first turn, with its load",
          goal: null,
        },
        [second.firstMs],
        [first.firstMs],
      ),
    ],
  };
}

/** A page with the model twice on its device: behind `/v1`, and in WebLLM. */
async function openBoth(context: BrowserContext): Promise<ModelPage> {
  const page = await openModelPage(context, built("blank"));
  await startProduct(page.page);
  // Fetches the files as well, which WebLLM then finds in the browser's store.
  await askModel(page, { ...QUESTION, maxTokens: 1 });
  await load(page);
  await askModelDirect(page, { ...QUESTION, maxTokens: 1 });
  return page;
}

/** Takes the model off the device and puts it there again; the files are in the browser's store. */
function loadAgain({ page, model }: ModelPage, way: Way): Promise<number> {
  if (way === "direct") return page.evaluate(() => globalThis.direct.reloadDirect());
  return page.evaluate(async (id) => {
    const { admin } = globalThis.slash;
    const { signal } = new AbortController();
    await admin.unload(signal);
    const began = performance.now();
    for await (const progress of admin.load(id, signal)) void progress;
    return performance.now() - began;
  }, model);
}
