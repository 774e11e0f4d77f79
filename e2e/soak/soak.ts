import type { BrowserContext, Page } from "playwright";
import type { AskState } from "../support/asker.ts";
import { engineHeap, engineWorkers, killEngine, stopServiceWorkers } from "../support/devtools.ts";
import { abort, ask, openTab, start, type Script } from "../support/lifecycle.ts";
import type { Site } from "../support/test.ts";
import { Random } from "./random.ts";

/** What is done, and how often in relation to the others. */
const ACTIONS = {
  ask: 50,
  abort: 8,
  openTab: 4,
  closeTab: 3,
  reload: 4,
  stopWorker: 5,
  offline: 4,
  killEngine: 2,
  loseDevice: 2,
} as const;

/** A request that is not over by then hangs. */
const HUNG_MS = 60_000;
const MOST_TABS = 4;
const MOST_OPEN = 12;
/** The collector is not exact, and caches of compiled code come and go. */
const HEAP_SLACK = 8e6;

export interface SoakReport {
  readonly actions: Record<string, number>;
  readonly requests: number;
  /** Ended as they should, with the whole text. */
  readonly answered: number;
  /** Left by their own page: aborted, closed, reloaded. */
  readonly left: number;
  /** Ended by an error that the client could see. */
  readonly failed: number;
  readonly hung: number;
  /** Answers that look complete and are not what they should be. */
  readonly wrong: number;
  readonly engines: number;
  /** Bytes, after the first quarter and at the end. */
  readonly heap: readonly [number, number];
  readonly uncaught: readonly string[];
  readonly isGood: boolean;
}

interface Open {
  readonly page: Page;
  readonly id: number;
  readonly expected: string;
  readonly sent: number;
}

/** Does random things to a site for a while, then checks that nothing was lost. */
export async function soak(
  context: BrowserContext,
  site: Site,
  options: {
    readonly seed: number;
    readonly seconds: number;
    readonly log: (line: string) => void;
  },
): Promise<SoakReport> {
  const run = new Soak(context, site, options.seed, options.log);
  return run.run(options.seconds);
}

class Soak {
  readonly #context: BrowserContext;
  readonly #site: Site;
  readonly #random: Random;
  readonly #log: (line: string) => void;
  readonly #actions: Record<string, number> = {};
  readonly #uncaught: string[] = [];
  readonly #counts = { requests: 0, answered: 0, left: 0, failed: 0, hung: 0, wrong: 0 };
  readonly #began = Date.now();
  #open: Open[] = [];
  #isOffline = false;

  constructor(context: BrowserContext, site: Site, seed: number, log: (line: string) => void) {
    this.#context = context;
    this.#site = site;
    this.#random = new Random(seed);
    this.#log = log;
    context.on("weberror", (error) => this.#uncaught.push(String(error.error())));
  }

  async run(seconds: number): Promise<SoakReport> {
    await inTime(ask(await openTab(this.#context, this.#site.url), "warm"), "the first request");
    let early = 0;
    for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
      const action = this.#random.weighted(ACTIONS);
      await inTime(this.#act(action), action);
      await inTime(this.#collect(), "reading the requests");
      await pause(20 + this.#random.below(200));
      const isQuarter = Date.now() > end - seconds * 750;
      if (early === 0 && isQuarter) early = await inTime(this.#heap(), "the heap");
    }
    if (this.#isOffline) await this.#act("offline");
    while (this.#open.length > 0) {
      await this.#collect();
      await pause(100);
    }
    const page = this.#pages()[0] ?? (await openTab(this.#context, this.#site.url));
    const last = await inTime(ask(page, "the last one"), "the last request");
    if (last.text !== "You said: the last one") this.#counts.wrong++;
    const heap = [early, await inTime(this.#heap(), "the heap")] as const;
    const engines = (await engineWorkers(page)).length;
    const { hung, wrong } = this.#counts;
    return {
      actions: this.#actions,
      ...this.#counts,
      engines,
      heap,
      uncaught: this.#uncaught,
      isGood:
        hung + wrong === 0 &&
        engines === 1 &&
        heap[1] < heap[0] + HEAP_SLACK &&
        this.#uncaught.length === 0,
    };
  }

  #pages(): Page[] {
    return this.#context.pages().filter((page) => page.url().startsWith(this.#site.url));
  }

  async #heap(): Promise<number> {
    const page = this.#pages()[0];
    if (page === undefined) return 0;
    await ask(page, "still there?");
    return engineHeap(page);
  }

  async #act(action: keyof typeof ACTIONS): Promise<void> {
    const pages = this.#pages();
    const page = this.#random.pick(pages);
    const mayDo =
      page !== undefined &&
      !(action === "closeTab" && pages.length < 2) &&
      !(action === "openTab" && pages.length >= MOST_TABS) &&
      !((action === "ask" || action === "loseDevice") && this.#open.length >= MOST_OPEN);
    if (!mayDo) return;
    this.#actions[action] = (this.#actions[action] ?? 0) + 1;
    if (action !== "ask") this.#say(action);
    try {
      await this.#do(action, page);
    } catch (error) {
      // An engine that was killed a moment ago cannot be killed again; everything else is a fault of the product.
      if (action !== "killEngine") throw error;
    }
  }

  async #do(action: keyof typeof ACTIONS, page: Page): Promise<void> {
    switch (action) {
      case "ask":
        return this.#ask(page, {});
      case "loseDevice":
        return this.#ask(page, { loseDeviceAfter: 1 + this.#random.below(5) });
      case "abort": {
        const open = this.#random.pick(this.#open);
        if (open === undefined) return;
        await abort(open.page, open.id);
        this.#leave((one) => one === open);
        return;
      }
      case "openTab":
        await openTab(this.#context, this.#site.url);
        return;
      case "closeTab":
        this.#leave((one) => one.page === page);
        await page.close();
        return;
      case "reload":
        this.#leave((one) => one.page === page);
        await page.reload();
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        return;
      case "stopWorker":
        return stopServiceWorkers(page);
      case "killEngine":
        return killEngine(page);
      case "offline":
        // The site's server, not the browser's switch: that one waits for workers which are being stopped.
        this.#isOffline = !this.#isOffline;
        return this.#isOffline ? this.#site.stop() : this.#site.restart();
    }
  }

  async #ask(page: Page, fault: Partial<Script>): Promise<void> {
    const word = `w${this.#random.below(1e6)} `;
    const repeat = 1 + this.#random.below(30);
    const script = { pieces: [word], repeat, delayMs: this.#random.below(30), ...fault };
    const id = await start(page, script, { stream: this.#random.next() < 0.7 });
    this.#counts.requests++;
    this.#open.push({ page, id, expected: word.repeat(repeat), sent: Date.now() });
  }

  #leave(which: (open: Open) => boolean): void {
    this.#counts.left += this.#open.filter(which).length;
    this.#open = this.#open.filter((open) => !which(open));
  }

  async #collect(): Promise<void> {
    for (const open of this.#open) {
      const state = await open.page.evaluate((id) => window.asker.state(id), open.id);
      const isHung = !state.isOver && Date.now() - open.sent > HUNG_MS;
      if (!state.isOver && !isHung) continue;
      this.#open = this.#open.filter((one) => one !== open);
      const outcome = isHung ? "hung" : outcomeOf(state, open.expected);
      this.#counts[outcome]++;
      if (outcome !== "answered") this.#say(`${outcome}: ${JSON.stringify(state).slice(0, 300)}`);
    }
  }

  #say(line: string): void {
    this.#log(`${((Date.now() - this.#began) / 1000).toFixed(1)} ${line}`);
  }
}

/** A request ends with its text, or with an error that nobody can overlook. */
function outcomeOf(state: AskState, expected: string): "answered" | "failed" | "wrong" {
  if (state.status === 200 && state.finish === "stop" && state.failure === null) {
    return state.text === expected ? "answered" : "wrong";
  }
  const isVisible =
    state.failure !== null ||
    state.errorCode !== null ||
    (state.status !== null && state.status >= 400);
  return isVisible ? "failed" : "wrong";
}

/** What does not come back is named, and ends the soak. */
async function inTime<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`This hangs: ${name}.`)), HUNG_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
