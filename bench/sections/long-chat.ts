import { mkdirSync, writeFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright";
import { serve } from "../../scripts/serve.mjs";
import { answers, composer, script, send } from "../../e2e/support/ui.ts";
import { built } from "../support/build.ts";
import { atMost, figure, type Figure, type SectionResult } from "../support/figures.ts";
import { quantile } from "../support/stats.ts";

const TURNS = 200;
/** Long enough to wrap over many lines, with something to format. */
const PARAGRAPH =
  "The **fox** went to the sea, looked at `the waves`, and asked the gull for a way. ";
const TYPED = "typed while the answer streams and the page scrolls";
const SCROLLS = 40;
/** What a person takes for "at once" (INP's bound for good). */
const GOOD_MS = 200;

interface Waits {
  readonly events: number[];
  readonly longTasks: number[];
}

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's global object
  var waits: Waits;
}

/** The app with a conversation of 200 long messages: typed and scrolled in while an answer streams. */
export async function longChat(context: BrowserContext): Promise<SectionResult> {
  const site = await serve(built("scripted-app"));
  const page = await context.newPage();
  await page.addInitScript({ content: SEND_LAST });
  await page.goto(site.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await importChat(page);
  await page.getByRole("link", { name: "Long talk" }).click();
  await answers(page).first().waitFor();
  await page.evaluate(OBSERVE);
  await send(page, script({ pieces: ["word "], repeat: 600, delayMs: 20 }));
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await composer(page).focus();
  await page.keyboard.type(TYPED, { delay: 30 });
  const typed = await composer(page).inputValue();
  await page.mouse.move(640, 300);
  for (let step = 0; step < SCROLLS; step++) {
    await page.mouse.wheel(0, step < SCROLLS / 2 ? -800 : 800);
    await page.waitForTimeout(50);
  }
  const { events, longTasks } = await page.evaluate(() => globalThis.waits);
  await page.close();
  await site.close();
  return {
    figures: [
      one("characters lost of those typed", "", TYPED.length - typed.length, 0),
      one("slowest input, from key to frame", "ms", Math.max(0, ...events), GOOD_MS),
      one("input, p98", "ms", quantile([0, ...events], 0.98), GOOD_MS),
      one("longest task while it streams", "ms", Math.max(0, ...longTasks), null),
    ],
  };
}

function one(name: string, unit: string, ours: number, most: number | null): Figure {
  return figure({
    measure: `${TURNS} messages: ${name}`,
    ours,
    theirs: null,
    unit,
    reference: "(absolute)",
    comparison: "value",
    result: ours,
    goal: most === null ? null : atMost(most),
  });
}

async function importChat(page: Page): Promise<void> {
  const file = `${built("long-chat")}/talk.json`;
  mkdirSync(built("long-chat"), { recursive: true });
  writeFileSync(file, JSON.stringify(talk()));
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Import from JSON" }).click();
  await (await chooser).setFiles(file);
}

/** A conversation as the app exports it. */
function talk(): object {
  const created = Date.now();
  const turns = Array.from({ length: TURNS }, (_, index) => ({
    id: `turn-${index}`,
    role: index % 2 === 0 ? "user" : "assistant",
    text: `${index}. ${PARAGRAPH.repeat(15)}\n\n- one\n- two\n\n\`\`\`js\nlet x = ${index};\n\`\`\``,
    created,
    model: "scripted",
    toolCalls: [],
    json: false,
    ending: "stop",
  }));
  const conversation = { id: "long", title: "Long talk", named: true, created, updated: created };
  return { format: "slash-v1-chats", version: 1, conversations: [{ conversation, turns }] };
}

/** The scripted model's context has no room for all that is on the page: it gets the last message alone. */
const SEND_LAST = `
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof init?.body !== "string") return send(input, init);
    const body = JSON.parse(init.body);
    const messages = body.messages?.slice(-1);
    return send(input, { ...init, body: JSON.stringify({ ...body, messages }) });
  };
`;

/** Collects how long inputs wait for their frame, and long tasks. */
const OBSERVE = `
  globalThis.waits = { events: [], longTasks: [] };
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId > 0) globalThis.waits.events.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.waits.longTasks.push(duration);
  }).observe({ type: "longtask" });
`;
