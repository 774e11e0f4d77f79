import type { Page } from "playwright";
import { cachedUrls, inEngine, limitStorage } from "../support/devtools.ts";
import { openHub, type Hub, type Misbehaviour } from "../support/hub.ts";
import { ask, expect, frames, openTab, over, start, test as base } from "../support/lifecycle.ts";

const MODEL = "smollm2-135m-instruct";
const SHARD = "params_shard_5.bin";

interface HubFixtures {
  readonly hub: Hub;
  readonly tab: Page;
}

/** The production build behind a server that misbehaves. Each test fetches only what it needs. */
const test = base.extend<HubFixtures>({
  hub: async ({ site }, use) => {
    const hub = await openHub(site.url);
    await use(hub);
    await hub.stop();
  },
  tab: async ({ context, hub }, use) => {
    await use(await openTab(context, hub.url));
  },
});
test.use({ build: "dist" });

const asks = { model: MODEL, stream: false, maxTokens: 8 } as const;
const stored = async (page: Page): Promise<readonly string[]> =>
  (await cachedUrls(page)).filter((url) => url.startsWith("webllm/"));

/** The first request after a start wants a model whose file is wrong: a message that names the file, and no trace. */
async function expectRefused(tab: Page, file: string, reason: RegExp): Promise<void> {
  const answer = await ask(tab, "Hello?", asks);
  expect(answer).toMatchObject({ status: 503, errorCode: "model_not_downloaded" });
  expect(answer.text).toContain(file);
  expect(answer.text).toMatch(reason);
  expect((await stored(tab)).filter((url) => url.endsWith(file))).toEqual([]);
}

const wrong: readonly (readonly [string, string, Misbehaviour, RegExp])[] = [
  ["B24 the app page with status 200", "tokenizer.json", { kind: "html" }, /web page/],
  ["a short file", "mlc-chat-config.json", { kind: "short", bytes: 40 }, /connection|bytes|JSON/],
  ["a damaged file", "mlc-chat-config.json", { kind: "corrupt" }, /damaged/],
  ["B25 a part instead of the whole", "tensor-cache.json", { kind: "part" }, /another part/],
  ["a missing file", "tensor-cache.json", { kind: "status", status: 404 }, /404/],
];

for (const [name, file, how, reason] of wrong) {
  test(`${name}: the load fails, names the file and stores nothing bad`, async ({ tab, hub }) => {
    hub.misbehave(file, how);
    await expectRefused(tab, file, reason);
  });
}

test("C08 too little room: a message with the size, and with room again it goes on", async ({
  tab,
  hub,
}) => {
  const lift = await limitStorage(tab, 20_000_000);
  const answer = await ask(tab, "Hello?", asks);
  expect(answer).toMatchObject({ status: 507, errorCode: "insufficient_storage" });
  expect(answer.text).toMatch(/storage.*needs 10[45] MB/);
  expect((await stored(tab)).some((url) => url.endsWith("tensor-cache.json"))).toBe(true);
  const before = hub.count(".bin");
  await lift();
  const id = await start(tab, "Hello?", { ...asks, stream: true });
  await expect.poll(() => hub.count(".bin"), { timeout: 20_000 }).toBeGreaterThan(before);
  expect(hub.count("/tensor-cache.json")).toBe(1);
  await tab.evaluate((given) => window.asker.abort(given), id);
});

test("B25 a part that the page asks for is passed on and not stored; the model's own file is whole", async ({
  tab,
  hub,
}) => {
  const path = `models/${MODEL}/resolve/main/tokenizer.json`;
  const part = await tab.evaluate(async (address) => {
    const response = await fetch(address, { headers: { range: "bytes=0-9" } });
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
  }, path);
  expect(part).toEqual({ status: 206, bytes: 10 });
  expect((await cachedUrls(tab)).filter((url) => url.endsWith(path))).toEqual([]);

  const id = await start(tab, "Hello?", { ...asks, stream: true });
  await expect
    .poll(async () => (await stored(tab)).filter((url) => url.endsWith(path)), { timeout: 30_000 })
    .toHaveLength(1);
  const sizes = await tab.evaluate(async (address) => {
    const url = new URL(address, location.href).href;
    const kept = await (await caches.match(url))?.blob();
    return [kept?.size, (await (await fetch(url)).blob()).size];
  }, path);
  expect(sizes[0]).toBe(sizes[1]);
  expect(hub.log).toContain(`/${path} bytes=0-9`);
  await tab.evaluate((given) => window.asker.abort(given), id);
});

test("B27 a model on another site that allows no one: refused in words, and nothing is stored", async ({
  tab,
  site,
}) => {
  const other = await openHub(site.url);
  // The engine's own program is kept at its first use; only then is there nothing else to come.
  await ask(tab, "", { get: "v1/models" });
  await expect
    .poll(async () => (await cachedUrls(tab)).some((url) => url.includes("/engine-program-")), {
      timeout: 30_000,
    })
    .toBe(true);
  const outcome = await tab.evaluate(
    async ([url, library]) => {
      const { startSlashV1 } = (await import(
        `${location.origin}/slash-v1.js`
      )) as typeof import("../../src/embed.ts");
      const { admin } = await startSlashV1({ serviceWorker: "sw.js" });
      const used = async () => (await navigator.storage.estimate()).usage ?? 0;
      const before = await used();
      const source = { id: "elsewhere", url, library };
      const reason = await admin.add(source, new AbortController().signal).then(
        () => "added",
        (error: unknown) => String(error),
      );
      return { reason, grown: (await used()) - before };
    },
    [`${other.url}models/${MODEL}/resolve/main/`, `${other.url}models/library.wasm`] as const,
  );
  expect(outcome.reason).toContain("CORS");
  // One opaque answer alone would count for about 7 MB.
  expect(outcome.grown).toBeLessThan(1e6);
  expect((await cachedUrls(tab)).filter((url) => url.includes(other.url))).toEqual([]);
  await other.stop();
});

test("B18 C12 a load is shown in every tab", async ({ tab, context, hub }) => {
  const other = await openTab(context, hub.url);
  const id = await start(tab, "Hello?", { ...asks, stream: true });
  for (const page of [tab, other]) {
    await expect(page.locator("slash-status-line .words")).toContainText("Loading", {
      timeout: 20_000,
    });
  }
  await tab.evaluate((given) => window.asker.abort(given), id);
});

test("C07 a model that this device cannot run is marked, and refused before a download", async ({
  tab,
  hub,
}) => {
  const list = JSON.parse((await ask(tab, "", { get: "v1/models" })).text) as {
    data: { id: string; slash_v1: { unfit: string | null } }[];
  };
  const f16 = list.data.filter(({ id }) => id.includes("f16"));
  expect(f16.length).toBeGreaterThan(0);
  for (const model of f16) expect(model.slash_v1.unfit).toMatch(/shader-f16/);
  const answer = await ask(tab, "Hello?", { ...asks, model: f16[0]?.id ?? "" });
  expect(answer).toMatchObject({ status: 400, errorCode: "model_unsupported" });
  // The site itself may still be fetched, to be kept.
  expect(hub.log.filter((line) => line.startsWith("/models/"))).toEqual([]);
});

test.describe("a real model", () => {
  test.setTimeout(280_000);

  test("C09 B24 C11 breaks, recovers, answers; then C17, C04, C05, C06 and C16 on it", async ({
    tab,
    hub,
  }) => {
    await test.step("C09 a connection that breaks is taken up where it broke; 500 once is nothing", async () => {
      hub.misbehave(SHARD, { kind: "cut", after: 1_000_000 }, 1);
      hub.misbehave("params_shard_0.bin", { kind: "status", status: 500 }, 1);
      hub.misbehave("tokenizer.json", { kind: "html" });
      // The tokenizer stays wrong: the load fails, but what was whole is kept.
      await expectRefused(tab, "tokenizer.json", /web page/);
    });

    await test.step("B24 after the repair and a reload it loads; only what is missing is fetched", async () => {
      hub.behave();
      await tab.reload();
      await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
      // The hook for C05: the engine's device, as soon as it asks for one; a reload may have brought a new worker.
      await inEngine(
        tab,
        `{
          const request = GPUAdapter.prototype.requestDevice;
          GPUAdapter.prototype.requestDevice = async function (...given) {
            return (self.slashTestDevice = await request.apply(this, given));
          };
        }`,
      );
      const kept = (await stored(tab)).map((url) => new URL(url.split(" ")[1] ?? "").pathname);
      const before = hub.log.length;
      // C11, on the real engine: three at once, one load.
      const ids = [
        await start(tab, "Say hi.", { ...asks, stream: true }),
        await start(tab, "Say hi.", asks),
        await start(tab, "Say hi.", asks),
      ];
      const answers = await Promise.all(ids.map((id) => over(tab, id)));
      for (const { status, text, finish } of answers) {
        expect({ status, text, finish }).toEqual({ status: 200, text: answers[0]?.text, finish });
      }
      expect(answers[0]?.text).not.toBe("");
      const fetched = hub.log.slice(before).map((line) => line.split(" ")[0] ?? "");
      for (const path of kept.filter((one) => one.endsWith(".bin"))) {
        expect(fetched).not.toContain(path);
      }
      for (const path of fetched.filter((one) => one.endsWith(".bin"))) {
        expect(fetched.filter((one) => one === path)).toHaveLength(1);
      }
    });

    const plain = (await ask(tab, "Say hi.", asks)).text;
    expect((await ask(tab, "A JSON object, please.", { ...asks, json: true })).status).toBe(200);

    await test.step("C17 a request knows nothing of the one before", async () => {
      const question = "What is the code word?";
      const fresh = (await ask(tab, question, asks)).text;
      await ask(tab, "The code word is walrus.", asks);
      const again = (await ask(tab, question, asks)).text;
      expect(again).toBe(fresh);
      expect(again.toLowerCase()).not.toContain("walrus");
    });

    await test.step("C04 a prompt that does not fit is refused, and the next request is answered", async () => {
      const tooLong = await ask(tab, "word ".repeat(9_000), asks);
      expect(tooLong).toMatchObject({ status: 400, errorCode: "context_length_exceeded" });
      expect((await ask(tab, "Say hi.", asks)).status).toBe(200);
    });

    await test.step("C05 the device is lost in mid-answer of a conversation", async () => {
      const id = await start(tab, "Write the numbers from 1 to 200, one in each line.", {
        model: MODEL,
        maxTokens: 300,
        history: ["Hello.", "Hello!", "Can you count?", "Yes.", "How far?", "Very far."],
      });
      await frames(tab, id, 4);
      await inEngine(tab, "self.slashTestDevice.destroy()");
      const broken = await over(tab, id);
      expect(broken, JSON.stringify(broken)).toMatchObject({ finish: null });
      expect(broken.errorCode ?? broken.failure).toMatch(/device_lost|engine_error/);
    });

    await test.step("C06 there is no memory for the weights: the load fails, and no gibberish comes", async () => {
      await inEngine(
        tab,
        `{
          const create = GPUDevice.prototype.createBuffer;
          self.slashTestRepair = () => { GPUDevice.prototype.createBuffer = create; };
          GPUDevice.prototype.createBuffer = function (given) {
            return create.call(this, given.size > 1e6 ? { ...given, size: 2 ** 45 } : given);
          };
        }`,
      );
      const failed = await ask(tab, "Say hi.", asks);
      expect(failed).toMatchObject({ status: 503, errorCode: "device_lost" });
      expect(failed.text).toMatch(/memory/);
      await inEngine(tab, "self.slashTestRepair()");
    });

    await test.step("C16 the next request loads it again, in JSON mode as before", async () => {
      const json = await ask(tab, "A JSON object, please.", { ...asks, json: true, maxTokens: 16 });
      expect(json.status).toBe(200);
      expect(json.text.trimStart()).toMatch(/^\{/);
      expect((await ask(tab, "Say hi.", asks)).text).toBe(plain);
    });
  });
});
