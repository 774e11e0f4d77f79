import type { BrowserContext, Page } from "playwright/test";
import { test as base } from "playwright/test";
import type { Send } from "../fixtures/wire-exchange.ts";
import { launchBrowser } from "./browser.ts";
import { sendFrom } from "./contract.ts";
import { openPage, openSite } from "./test.ts";

export { expect } from "playwright/test";

/** The embedded model. */
export const MODEL = "smollm2-135m-instruct";

interface RealFixtures {
  /** A browser with the production site open and its model on the device, for all tests of the level. */
  readonly realPage: Page;
  readonly send: Send;
}

/** For tests on the embedded model that leave no trace in the browser; those that do launch their own. */
export const test = base.extend<object, RealFixtures>({
  realPage: [
    async ({}, use) => {
      const site = await openSite("dist");
      const context: BrowserContext = await launchBrowser();
      await use(await openPage(context, site.url));
      await context.close();
      await site.stop();
    },
    { scope: "worker" },
  ],
  send: [async ({ realPage }, use) => use(sendFrom(realPage)), { scope: "worker" }],
});

/** The parsed body of a chat completion, as far as tests look at it. */
export interface Completion {
  readonly status: number;
  readonly error?: { readonly message: string; readonly param: string | null };
  readonly choices: readonly {
    readonly finish_reason: string;
    readonly logprobs: {
      readonly content: readonly {
        readonly token: string;
        readonly logprob: number;
        readonly bytes: readonly number[];
        readonly top_logprobs: readonly { readonly token: string; readonly logprob: number }[];
      }[];
    } | null;
    readonly message: {
      readonly content: string | null;
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    };
  }[];
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly prompt_tokens_details: { readonly cached_tokens: number };
  };
}

/** Posts a body; the answer as text, whatever it is. */
export async function post(
  send: Send,
  path: string,
  body: object,
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { "content-type": "application/json" };
  const { status, bytes } = await send({ method: "POST", path, headers, body });
  return { status, text: new TextDecoder().decode(bytes) };
}

/** Asks for a chat completion, greedy unless the body says otherwise. */
export async function complete(send: Send, body: Record<string, unknown>): Promise<Completion> {
  const request = { model: MODEL, temperature: 0, ...body };
  const { status, text } = await post(send, "v1/chat/completions", request);
  return { ...(JSON.parse(text) as Omit<Completion, "status">), status };
}

/** One user turn. */
export function user(content: string): { role: string; content: string }[] {
  return [{ role: "user", content }];
}
