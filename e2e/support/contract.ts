import type { Page } from "playwright/test";
import type { Script } from "../../src/engine/scripted/script.ts";
import type { Send, WireRequest, WireResponse } from "../fixtures/wire-exchange.ts";
import { openPage, test as base } from "./test.ts";

export { expect } from "playwright/test";

/** The ids of the scripted engine's models. */
export const MODEL = "scripted";
export const EMBED_MODEL = "scripted-embed";
export const ABSENT_MODEL = "scripted/absent";

/** What a test writes into its last message to lay down the engine's tokens. */
export function scripted(script: Partial<Script>): string {
  return `[[script ${JSON.stringify(script)}]]`;
}

/** Sends a request from a page and reads the whole answer. */
export function sendFrom(page: Page): Send {
  return (request) => page.evaluate(fetchWhole, request);
}

/** Runs in the page. */
async function fetchWhole({ method, path, headers, body }: WireRequest): Promise<WireResponse> {
  const response = await fetch(path, {
    method,
    headers,
    ...(body !== null && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

interface WorkerFixtures {
  /** A page that all tests of a file share: requests are independent of each other, and a page costs a second. */
  readonly sharedPage: Page;
  /** Sends from that page. */
  readonly send: Send;
}

/** For tests that only talk to `/v1`. No test may leave an uncaught error behind in the shared page. */
export const test = base.extend<{ readonly noUncaughtErrors: void }, WorkerFixtures>({
  sharedPage: [
    async ({ browserOfWorker, scripted: site }, use) => {
      const page = await openPage(browserOfWorker, site.url);
      await use(page);
    },
    { scope: "worker" },
  ],
  send: [async ({ sharedPage }, use) => use(sendFrom(sharedPage)), { scope: "worker" }],
  noUncaughtErrors: [
    async ({ sharedPage }, use) => {
      const errors: Error[] = [];
      const note = (error: Error): void => void errors.push(error);
      sharedPage.on("pageerror", note);
      await use();
      sharedPage.off("pageerror", note);
      if (errors.length > 0) throw new AggregateError(errors, "uncaught in the page");
    },
    { auto: true },
  ],
});
