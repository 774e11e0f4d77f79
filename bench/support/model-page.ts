import type { BrowserContext, Page } from "playwright";
import { serve } from "../../scripts/serve.mjs";
import { libraryVariant } from "../../src/engine/models/embedded-model.ts";
import type * as directModule from "../in-page/direct.ts";
import { built } from "./build.ts";

declare global {
  // oxlint-disable-next-line no-var -- a property of the page's global object
  var direct: typeof directModule;
}

const MODEL = "smollm2-135m-instruct";

/** A page on which WebLLM can be called directly, on a site that has the embedded model. */
export interface ModelPage {
  readonly page: Page;
  readonly model: string;
  readonly address: directModule.DirectModel;
  close(): Promise<void>;
}

/** @param variant - of the library; the engine's choice if left out */
export async function openModelPage(
  context: BrowserContext,
  folder: string,
  variant?: string,
): Promise<ModelPage> {
  const site = await serve(folder, { extra: { "/bench/": built("in-page") } });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.evaluate(async () => {
    globalThis.direct = (await import(`${location.origin}/bench/direct.js`)) as typeof directModule;
  });
  const features = await page.evaluate(async () => [
    ...((await navigator.gpu.requestAdapter())?.features ?? []),
  ]);
  const url = `${site.url}models/${MODEL}/`;
  const library = `${url}resolve/main/${MODEL}-${variant ?? libraryVariant(features)}.wasm`;
  return {
    page,
    model: MODEL,
    address: { url, library },
    close: async () => {
      await page.close();
      await site.close();
    },
  };
}

export function askModelDirect(
  { page }: ModelPage,
  question: directModule.Question,
): Promise<directModule.ModelReading> {
  return page.evaluate((asked) => globalThis.direct.askModelDirect(asked), question);
}

/** Asks through `/v1`. */
export function askModel(
  { page, model }: ModelPage,
  question: directModule.Question,
): Promise<directModule.ModelReading> {
  return page.evaluate(
    ([id, asked]) =>
      globalThis.direct.askModel(`${location.origin}/v1/chat/completions`, id, asked),
    [model, question] as const,
  );
}
