import type { Page } from "puppeteer-core";
import {
  abort,
  ask,
  expect,
  frames,
  leave,
  newTab,
  openTab,
  start,
  test,
} from "../support/firefox.ts";
import { LONG, SOON_MS } from "../support/lifecycle.ts";

/** Posts from the page, and gives the answer as it came. */
const post = (page: Page, path: string, body: object) =>
  page.evaluate(
    async (to, text) => {
      const response = await fetch(to, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: text,
      });
      const type = response.headers.get("content-type");
      return { status: response.status, type, text: await response.text() };
    },
    path,
    JSON.stringify(body),
  );

const SCRIPT = '[[script {"pieces":["one ","two ","three"]}]]';
const CHAT = { model: "scripted", messages: [{ role: "user", content: SCRIPT }] };

test("B08 B20 the first visit is controlled, and its first request answered by the worker", async ({
  firefox,
  site,
}) => {
  const page = await newTab(firefox);
  await page.goto(site.url);
  const answer = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      });
    }
    const response = await fetch("v1/models");
    return { status: response.status, list: (await response.json()) as object };
  });
  expect(answer).toMatchObject({ status: 200, list: { object: "list" } });
});

test("the routes answer in OpenAI's form, whole and streamed, and errors too", async ({
  firefox,
  site,
}) => {
  const page = await openTab(firefox, site.url);
  const whole = await post(page, "v1/chat/completions", CHAT);
  expect(whole).toMatchObject({ status: 200, type: "application/json" });
  expect(JSON.parse(whole.text)).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "one two three" }, finish_reason: "stop" }],
  });

  const streamed = await post(page, "v1/chat/completions", { ...CHAT, stream: true });
  expect(streamed).toMatchObject({ status: 200 });
  expect(streamed.type).toMatch(/^text\/event-stream/);
  const events = streamed.text.split("\n\n").filter((event) => !event.startsWith(":"));
  expect(events.at(-1)).toBe("");
  expect(events.at(-2)).toBe("data: [DONE]");
  const chunks = events.slice(0, -2).map((event) => {
    expect(event).toMatch(/^data: \{.*\}$/);
    return JSON.parse(event.slice(6)) as {
      id: string;
      object: string;
      choices: { delta: { role?: string; content?: string }; finish_reason: string | null }[];
    };
  });
  expect(new Set(chunks.map(({ id, object }) => `${id} ${object}`)).size).toBe(1);
  const choices = chunks.flatMap((chunk) => chunk.choices);
  expect(choices[0]?.delta).toMatchObject({ role: "assistant", content: "" });
  expect(choices.map(({ delta }) => delta.content ?? "").join("")).toBe("one two three");
  expect(choices.map((choice) => choice.finish_reason).filter((reason) => reason !== null)).toEqual(
    ["stop"],
  );

  const response = await post(page, "v1/responses", { model: "scripted", input: SCRIPT });
  expect(JSON.parse(response.text)).toMatchObject({
    object: "response",
    status: "completed",
    output: [{ type: "message", content: [{ type: "output_text", text: "one two three" }] }],
  });

  const embeddings = await post(page, "v1/embeddings", {
    model: "scripted-embed",
    input: ["lamp", "a door"],
  });
  const { data } = JSON.parse(embeddings.text) as { data: { embedding: number[] }[] };
  expect(data.map(({ embedding }) => Math.hypot(...embedding))).toEqual([
    expect.closeTo(1, 5),
    expect.closeTo(1, 5),
  ]);

  const error = await post(page, "v1/chat/completions", { ...CHAT, model: "nope" });
  expect(error).toMatchObject({ status: 404, type: "application/json" });
  expect(JSON.parse(error.text)).toMatchObject({
    error: {
      message: expect.stringContaining("nope"),
      type: "invalid_request_error",
      code: "model_not_found",
    },
  });
  expect(JSON.parse((await post(page, "v1/v1/chat/completions", CHAT)).text)).toMatchObject({
    error: { code: "unknown_url" },
  });
});

test("B09 addresses under /v1 in the address bar show JSON, never the app page", async ({
  firefox,
  site,
}) => {
  await openTab(firefox, site.url);
  const tab = await newTab(firefox);
  const show = async (path: string): Promise<unknown> => {
    await tab.goto(new URL(path, site.url).href);
    return JSON.parse(await tab.evaluate(() => document.body.textContent));
  };
  expect(await show("v1/models")).toMatchObject({ object: "list" });
  expect(await show("v1/nope")).toMatchObject({ error: { code: "unknown_url" } });
});

test("B22 B03 text comes while it is made; an abort and a reader that leaves free the engine", async ({
  firefox,
  site,
}) => {
  const page = await openTab(firefox, site.url, () => {
    const real = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (
      this: MessagePort,
      message: unknown,
      rest?: unknown,
    ) {
      const list = Array.isArray(rest) ? (rest as unknown[]) : [];
      if (list.some((item) => item instanceof ReadableStream)) {
        throw new DOMException("A stream cannot be transferred.", "DataCloneError");
      }
      Reflect.apply(real, this, [message, rest]);
    } as typeof real;
  });
  for (const stop of [abort, leave]) {
    const id = await start(page, LONG);
    expect((await frames(page, id, 4)).isOver).toBe(false);
    await stop(page, id);
    const next = await ask(page, "next");
    expect(next).toMatchObject({ status: 200, text: "You said: next" });
    // The stopped one had a minute to go.
    expect(next.endMs).toBeLessThan(SOON_MS);
  }
});

test("A66 a fault in mid-stream is an error frame, and the next request works", async ({
  firefox,
  site,
}) => {
  const page = await openTab(firefox, site.url);
  const broken = await ask(page, { pieces: ["a"], repeat: 9, failAfter: 5 });
  expect(broken).toMatchObject({ status: 200, text: "aaaaa", finish: null, sawDone: false });
  expect(broken.errorCode).toBe("engine_error");
  expect((await ask(page, "next")).text).toBe("You said: next");
});

test("B26 nothing under /v1 is cached", async ({ firefox, site }) => {
  const page = await openTab(firefox, site.url);
  for (const text of ["a", "a"]) expect((await ask(page, text)).text).toBe("You said: a");
  const urls = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    }
    return found;
  });
  expect(urls.length).toBeGreaterThan(5);
  expect(urls.filter((url) => url.includes("/v1/"))).toEqual([]);
});
