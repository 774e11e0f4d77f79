import type { Page } from "playwright";
import { expect, test } from "playwright/test";
import { launchBrowser } from "../support/browser.ts";
import { openPage, openSite, type Site } from "../support/test.ts";

const MODEL = "smollm2-135m-instruct";
const QUESTION = "What is the capital of France?";

test.describe.serial("the main path, on the embedded model", () => {
  let site: Site;
  let context: Awaited<ReturnType<typeof launchBrowser>>;
  let page: Page;

  test.beforeAll(async () => {
    site = await openSite("dist");
    context = await launchBrowser();
  });
  test.afterAll(async () => {
    await context.close();
    await site.stop();
  });

  test("B08: a first visit is controlled without a reload, and /v1/models answers", async () => {
    page = await openPage(context, site.url);
    const models = await page.evaluate(async () => {
      const response = await fetch("v1/models");
      return (await response.json()) as { object: string; data: { id: string }[] };
    });
    expect(models.object).toBe("list");
    expect(models.data[0]?.id).toBe(MODEL);
  });

  test("A68: the openai package gets a streamed answer, to its end and no marker further", async () => {
    const answer = await page.evaluate(
      async ({ model, question }) => {
        const { OpenAI } = (await import(
          `${location.origin}/clients/openai.js`
        )) as typeof import("../clients/openai.ts");
        const client = new OpenAI({
          apiKey: "none",
          baseURL: `${location.origin}/v1`,
          dangerouslyAllowBrowser: true,
        });
        const stream = await client.chat.completions.create({
          model,
          messages: [{ role: "user", content: question }],
          temperature: 0,
          max_tokens: 20,
          stream: true,
          stream_options: { include_usage: true },
        });
        let text = "";
        let deltas = 0;
        let finish: string | null = null;
        let usage: {
          prompt_tokens: number;
          completion_tokens: number;
          total_tokens: number;
        } | null = null;
        for await (const chunk of stream) {
          const [choice] = chunk.choices;
          if (choice?.delta.content) deltas++;
          text += choice?.delta.content ?? "";
          finish = choice?.finish_reason ?? finish;
          usage = chunk.usage ?? usage;
        }
        return { text, deltas, finish, usage };
      },
      { model: MODEL, question: QUESTION },
    );
    expect(answer.text).toBe("The capital of France is Paris.");
    expect(answer.deltas).toBeGreaterThan(3);
    expect(answer.finish).toBe("stop");
    expect(answer.usage?.prompt_tokens).toBe(37);
    expect(answer.usage?.total_tokens).toBe(37 + (answer.usage?.completion_tokens ?? 0));
  });

  test("A68: plain fetch gets the same text in one piece", async () => {
    expect(await ask(page)).toMatchObject({
      status: 200,
      type: "application/json",
      text: "The capital of France is Paris.",
      finish: "stop",
    });
  });

  test("C15, C16: taken off the device and asked again: no word of a lost device, JSON as before", async () => {
    const json = { response_format: { type: "json_object" } };
    const first = await ask(page, json);
    expect(first.text).toMatch(/^\s*\{/);
    const errors = await page.evaluate(async () => {
      const { startSlashV1 } = (await import(
        `${location.origin}/slash-v1.js`
      )) as typeof import("../../src/embed.ts");
      const { admin } = await startSlashV1({ serviceWorker: "sw.js" });
      const { signal } = new AbortController();
      await admin.unload(signal);
      for await (const { model, errors: told } of admin.status(signal)) {
        if (model === null) return told;
      }
      return null;
    });
    expect(errors).toEqual([]);
    expect(await ask(page, json)).toEqual(first);
    expect(await ask(page)).toMatchObject({
      status: 200,
      text: "The capital of France is Paris.",
      finish: "stop",
    });
  });

  test("B10: offline, after a reload, it still answers", async () => {
    await site.stop();
    await context.setOffline(true);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await ask(page)).toMatchObject({ status: 200, text: "The capital of France is Paris." });
  });
});

async function ask(
  page: Page,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ status: number; type: string | null; text: string; finish: string }> {
  return page.evaluate(
    async ({ model, question, more }) => {
      const response = await fetch("v1/chat/completions", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          model,
          messages: [{ role: "user", content: question }],
          temperature: 0,
          max_tokens: 20,
          ...more,
        }),
      });
      const body = (await response.json()) as {
        choices: [{ message: { content: string }; finish_reason: string }];
      };
      return {
        status: response.status,
        type: response.headers.get("content-type"),
        text: body.choices[0].message.content,
        finish: body.choices[0].finish_reason,
      };
    },
    { model: MODEL, question: QUESTION, more: fields },
  );
}
