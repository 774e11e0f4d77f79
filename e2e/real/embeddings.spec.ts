import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cachedUrls } from "../support/devtools.ts";
import { launchBrowser } from "../support/browser.ts";
import type { Anything } from "../fixtures/wire-exchange.ts";
import { sendFrom } from "../support/contract.ts";
import { openServer } from "../support/local-server.ts";
import { complete, post, user } from "../support/real.ts";
import { openPage, openSite } from "../support/test.ts";
import { expect, test } from "playwright/test";

/** A bag of words that runs in WebLLM's embedding engine: a vector is the mean of its tokens' rows (make.py). */
const folder = join(import.meta.dirname, "..", "fixtures", "embedder");
const HIDDEN = 16;
const { model } = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")) as {
  model: { vocab: Readonly<Record<string, number>> };
};
const shard = readFileSync(join(folder, "params_shard_0.bin"));
const rows = new Float32Array(shard.buffer, shard.byteOffset, shard.byteLength / 4);

/** What must come out for these words: the mean with both marks, at length 1. */
function vectorOf(words: string): number[] {
  const tokens = ["[CLS]", ...words.split(" "), "[SEP]"].map((word) => model.vocab[word] ?? 1);
  const sum = Array.from({ length: HIDDEN }, (_, column) =>
    tokens.reduce((total, token) => total + (rows[token * HIDDEN + column] ?? NaN), 0),
  );
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

/** Another site with a model, which lets every site read it. */
async function openModelHub(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { port, stop } = await openServer((request, response) => {
    const name = request.url?.split("/").at(-1) ?? "";
    response.setHeader("access-control-allow-origin", "*");
    try {
      response.end(readFileSync(join(folder, name)));
    } catch {
      response.writeHead(404).end();
    }
  });
  return { url: `http://127.0.0.1:${port}/`, stop };
}

test("A56, A57: vectors of a model from a hub, in WebLLM's embedding engine", async () => {
  const site = await openSite("dist");
  const hub = await openModelHub();
  const context = await launchBrowser();
  try {
    const page = await openPage(context, site.url);
    const added = await page.evaluate(async (url) => {
      const { startSlashV1 } = (await import(
        `${location.origin}/slash-v1.js`
      )) as typeof import("../../src/embed.ts");
      const { admin } = await startSlashV1({ serviceWorker: "sw.js" });
      const never = new AbortController().signal;
      const source = { id: "embedder", url, library: `${url}embedder.wasm` };
      const { capabilities } = await admin.add(source, never);
      for await (const _ of admin.download("embedder", never));
      return capabilities;
    }, `${hub.url}resolve/main/`);
    expect(added).toMatchObject({ chat: false, embeddings: true });

    const send = sendFrom(page);
    const embed = async (body: object): Promise<Anything> => {
      const { status, text } = await post(send, "v1/embeddings", { model: "embedder", ...body });
      return { status, body: JSON.parse(text) };
    };
    // More than one batch of four, of unequal lengths: padding must count for nothing.
    const texts = ["lamp", "the red door", "sun moon star", "a", "green tree", "the lamp is on"];
    const floats = await embed({ input: texts });
    expect(floats.status).toBe(200);
    expect(floats.body.data).toHaveLength(texts.length);
    for (const [index, text] of texts.entries()) {
      const { embedding } = floats.body.data[index] as { embedding: number[] };
      for (const [column, value] of vectorOf(text).entries()) {
        expect(embedding[column], `${text} ${column}`).toBeCloseTo(value, 5);
      }
    }
    const words = texts.join(" ").split(" ").length;
    const tokens = words + 2 * texts.length;
    expect(floats.body.usage).toEqual({ prompt_tokens: tokens, total_tokens: tokens });

    const base64 = await embed({ input: "the red door", encoding_format: "base64" });
    const bytes = Buffer.from(base64.body.data[0].embedding as string, "base64");
    const decoded = Array.from({ length: HIDDEN }, (_, at) => bytes.readFloatLE(4 * at));
    expect(decoded).toEqual(floats.body.data[1].embedding);

    const long = await embed({ input: "lamp ".repeat(30) });
    expect(long.status).toBe(400);
    expect(long.body.error).toMatchObject({ code: "context_length_exceeded", param: "input" });
    const messages = user("Hi");
    const chat = await complete(send, { model: "embedder", messages });
    expect(chat).toMatchObject({ status: 400, error: { code: "model_unsupported" } });
  } finally {
    await context.close();
    await hub.stop();
    await site.stop();
  }
});

test("a model from files on the disk is checked, copied, and kept without a network", async () => {
  const site = await openSite("dist");
  const context = await launchBrowser();
  try {
    const page = await openPage(context, `${site.url}models`);
    await page.getByText("Add a model from files on this device").click();
    const folderField = page.getByLabel("Files", { exact: true });
    const names = ["mlc-chat-config.json", "tensor-cache.json", "tokenizer.json", "embedder.wasm"];
    const chosen = mkdtempSync(join(tmpdir(), "slash-v1-"));
    const own = join(chosen, "my-embedder");
    mkdirSync(own);
    for (const name of names) copyFileSync(join(folder, name), join(own, name));
    await folderField.setInputFiles(own);
    await expect(page.getByLabel("Name").last()).toHaveValue("my-embedder");
    await page.getByRole("button", { name: "Check and copy" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "params_shard_0.bin" })).toBeVisible();

    copyFileSync(join(folder, "params_shard_0.bin"), join(own, "params_shard_0.bin"));
    await folderField.setInputFiles(own);
    await page.getByRole("button", { name: "Check and copy" }).click();
    await expect(page.getByText("my-embedder was added")).toBeVisible();
    const here = page.getByRole("region", { name: "On this device" });
    await expect(here).toContainText("my-embedder");
    rmSync(chosen, { recursive: true });

    // WebLLM's program comes in the background.
    const isKept = async () => (await cachedUrls(page)).some((url) => /engine-program-/.test(url));
    await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
    await site.stop();
    await page.reload();
    const body = { model: "my-embedder", input: "sun moon" };
    const { status, text } = await post(sendFrom(page), "/v1/embeddings", body);
    expect(status, text).toBe(200);
    const { data }: Anything = JSON.parse(text);
    for (const [column, value] of vectorOf("sun moon").entries()) {
      expect(data[0].embedding[column]).toBeCloseTo(value, 5);
    }
  } finally {
    await context.close();
    await site.stop().catch(() => {});
  }
});
