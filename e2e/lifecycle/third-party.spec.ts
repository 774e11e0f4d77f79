import { openServer } from "../support/local-server.ts";
import { ask, expect, openTab, test } from "../support/lifecycle.ts";

/** The site for frames of others: it comes without the policy that forbids them. */
async function openFrameable(upstream: string) {
  const { port, stop } = await openServer((request, response) => {
    const isOuter = request.url === "/outer";
    void (async () => {
      if (isOuter) {
        response.writeHead(200, { "content-type": "text/html" });
        response.end(`<!doctype html><iframe src="http://127.0.0.1:${port}/"></iframe>`);
        return;
      }
      const answer = await fetch(new URL(request.url ?? "/", upstream));
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "text/plain",
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    })().catch(() => response.destroy());
  }, null);
  return {
    outer: `http://localhost:${port}/outer`,
    own: `http://127.0.0.1:${port}/`,
    stop,
  };
}

test("a frame on another site, where storage is denied: the chat answers in the frame itself", async ({
  context,
  site,
  uncaught,
}) => {
  const frameable = await openFrameable(site.url);
  try {
    const own = await openTab(context, frameable.own);
    expect((await ask(own, "own")).text).toBe("You said: own");

    const page = await context.newPage();
    await page.goto(frameable.outer);
    const frame = page.frameLocator("iframe");
    const box = frame.getByPlaceholder("Message Scripted");
    await box.fill("from a frame", { timeout: 30_000 });
    await box.press("Enter");
    await expect(frame.getByText("You said: from a frame").first()).toBeVisible({
      timeout: 20_000,
    });
    expect((await ask(own, "still")).text).toBe("You said: still");
    expect(uncaught).toEqual([]);
  } finally {
    await frameable.stop();
  }
});

test("the app as it is served lets nobody frame it", async ({ context, site }) => {
  const frameable = await openFrameable(site.url);
  try {
    const page = await context.newPage();
    await page.goto(frameable.outer);
    const refused = page.waitForEvent("console", (message) =>
      message.text().includes("frame-ancestors"),
    );
    await page.evaluate((url) => {
      const frame = document.createElement("iframe");
      frame.src = url;
      document.body.append(frame);
    }, site.url);
    await refused;
  } finally {
    await frameable.stop();
  }
});
