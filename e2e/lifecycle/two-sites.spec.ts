import type { BrowserContext } from "playwright";
import { stopServiceWorkers } from "../support/devtools.ts";
import { ask, expect, openTab, test } from "../support/lifecycle.ts";
import { openServer } from "../support/local-server.ts";
import { openSite } from "../support/test.ts";

/** Two copies of the site on one origin, each in a folder, as a static host has them. */
async function openTwoSites() {
  const sites = [
    await openSite("dist-scripted", "/one/"),
    await openSite("dist-scripted", "/two/"),
  ];
  const { port, stop } = await openServer((request, response) => {
    const path = request.url ?? "/";
    const site = sites.find(({ url }) => path.startsWith(new URL(url).pathname));
    void (async () => {
      const answer = await fetch(new URL(path, site?.url));
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "text/plain",
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    })().catch(() => response.destroy());
  });
  return {
    one: `http://127.0.0.1:${port}/one/`,
    two: `http://127.0.0.1:${port}/two/`,
    stop: () => Promise.all([stop(), ...sites.map((site) => site.stop())]),
  };
}

for (const kind of ["with", "without"]) {
  test(`two sites on one origin have an engine each, ${kind} SharedWorker`, async ({ context }) => {
    const sites = await openTwoSites();
    if (kind === "without") await removeSharedWorker(context);
    const one = await openTab(context, sites.one);
    expect((await ask(one, "one")).text).toBe("You said: one");
    const two = await openTab(context, sites.two);
    for (let round = 0; round < 3; round++) {
      expect((await ask(two, "two")).text).toBe("You said: two");
      expect((await ask(one, "one")).text).toBe("You said: one");
      // Each has to look for its engine again, and finds the other's page as well.
      await stopServiceWorkers(one);
    }
    await sites.stop();
  });
}

test("two sites on one origin keep WebLLM's program each", async ({ context }) => {
  const sites = await openTwoSites();
  const one = await openTab(context, sites.one);
  const stored = (): Promise<readonly string[]> =>
    one.evaluate(async () => {
      const cache = await caches.open("slash-v1-engine");
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    });
  await one.evaluate(async () => {
    const cache = await caches.open("slash-v1-engine");
    for (const site of ["one", "two"]) {
      await cache.put(`/${site}/assets/engine-program-x.js`, new Response("program"));
      await cache.put(`/${site}/assets/former-x.js`, new Response("of an earlier build"));
    }
  });
  // A page that starts has what is stale removed.
  await one.reload();
  await expect
    .poll(stored)
    .toEqual([
      "/one/assets/engine-program-x.js",
      "/two/assets/engine-program-x.js",
      "/two/assets/former-x.js",
    ]);
  await sites.stop();
});

function removeSharedWorker(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => void Reflect.deleteProperty(window, "SharedWorker"));
}
