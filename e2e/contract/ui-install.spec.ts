import { launchBrowser } from "../support/browser.ts";
import { answers, composer, go, send, settled } from "../support/ui.ts";
import { expect, openPage, openSite, type Site, test as base } from "../support/test.ts";

interface Manifest {
  readonly icons: readonly Picture[];
  readonly screenshots: readonly (Picture & { readonly form_factor: string })[];
  readonly shortcuts: readonly { readonly url: string }[];
  readonly share_target: { readonly action: string };
  readonly file_handlers: readonly {
    readonly action: string;
    readonly accept: Readonly<Record<string, readonly string[]>>;
  }[];
}

interface Picture {
  readonly src: string;
  readonly sizes: string;
}

/** Below a path, where wrong addresses show. */
const test = base.extend<object, { readonly below: Site }>({
  below: [
    async ({}, use) => {
      const site = await openSite("dist-scripted", "/some/where/");
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});

test("the browser finds nothing in the way of installing, below a path", async ({ below }) => {
  const context = await launchBrowser();
  try {
    const page = await openPage(context, below.url);
    const session = await context.newCDPSession(page);
    const { errors, url } = await session.send("Page.getAppManifest");
    expect([url, errors]).toEqual([`${below.url}manifest.webmanifest`, []]);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    expect(installabilityErrors).toEqual([]);
  } finally {
    await context.close();
  }
});

test("all addresses of the manifest lead into the app, below a path", async ({ page, below }) => {
  const at = `${below.url}manifest.webmanifest`;
  const manifest = (await (await fetch(at)).json()) as Manifest;
  const actions = [
    ...manifest.shortcuts.map(({ url }) => url),
    manifest.share_target.action,
    ...manifest.file_handlers.map(({ action }) => action),
  ];
  for (const action of actions) {
    const { href } = new URL(action, at);
    expect(href.startsWith(below.url), href).toBe(true);
    const response = await fetch(href);
    expect([href, response.status]).toEqual([href, 200]);
    expect(await response.text()).toContain("<title>slash-v1</title>");
  }
  const factors = manifest.screenshots.map((picture) => picture.form_factor);
  expect(new Set(factors)).toEqual(new Set(["wide", "narrow"]));
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const response = await fetch(new URL(src, at));
    expect([src, response.status]).toEqual([src, 200]);
    if (sizes === "any") continue;
    const url = `data:${response.headers.get("content-type")};base64,${Buffer.from(await response.arrayBuffer()).toString("base64")}`;
    const size = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, url);
    expect([src, size]).toEqual([src, sizes]);
  }
});

test("it is said to work offline only where its files are kept", async ({ page, scripted }) => {
  await go(page, "Settings");
  const storage = page.getByRole("region", { name: "Storage" });
  await expect(storage).toContainText("Works offline: the app and Scripted are on this device.");
  await go(page, "Chat");
  // Without a service worker nothing is kept.
  await page.addInitScript(() =>
    Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, "serviceWorker"),
  );
  await page.goto(scripted.url);
  await go(page, "Settings");
  await expect(storage).toContainText("to open it takes a network");
  await expect(storage).not.toContainText("Works offline");
  await go(page, "Chat");
});

test("what other apps share waits in the composer", async ({ page, scripted }) => {
  await page.goto(`${scripted.url}?title=A+page&url=https%3A%2F%2Fexample.org%2F`);
  await expect(composer(page)).toHaveValue("A page\nhttps://example.org/");
  await expect(page).toHaveURL(scripted.url);
  await composer(page).fill("");
});

test("files that the system opens with the app become conversations, below a path", async ({
  below,
}) => {
  const context = await launchBrowser();
  try {
    // The system's part, played by the test; the handles are real ones.
    await context.addInitScript(() => {
      const launchQueue = {
        setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void) {
          Object.assign(window, {
            openWith: async (name: string, text: string) => {
              const folder = await navigator.storage.getDirectory();
              const handle = await folder.getFileHandle(name, { create: true });
              const file = await handle.createWritable();
              await file.write(text);
              await file.close();
              consumer({ files: [handle] });
            },
          });
        },
      };
      Object.defineProperty(window, "launchQueue", { value: launchQueue });
    });
    const page = await openPage(context, below.url);
    const openWith = (name: string, text: string) =>
      page.evaluate(
        async (file) => {
          const { openWith: open } = window as unknown as {
            openWith: (name: string, text: string) => Promise<void>;
          };
          await open(file.name, file.text);
        },
        { name, text },
      );
    await send(page, "To be kept");
    await settled(page);
    const exported = async (item: string): Promise<string> => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("button", { name: item }).click();
      const stream = await (await download).createReadStream();
      return Buffer.concat(await stream.toArray()).toString();
    };
    const json = await exported("Export all as JSON");
    const markdown = await exported("Export this as Markdown");
    const notice = page.locator("slash-notice");

    await go(page, "Models");
    await openWith("chat.md", markdown);
    await expect(notice).toContainText("1 conversation imported.");
    await expect(answers(page)).toContainText("You said: To be kept");
    const links = page.locator("slash-chat aside").getByRole("link", { name: "To be kept" });
    await expect(links).toHaveCount(2);
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect(links).toHaveCount(1);

    await page.locator("slash-chat aside").getByRole("link", { name: "To be kept" }).hover();
    await page.getByRole("button", { name: "Delete “To be kept”" }).click();
    await expect(links).toHaveCount(0);
    await openWith("chats.json", json);
    await expect(links).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`^${below.url}\\?c=`));
    await expect(answers(page)).toContainText("You said: To be kept");

    await openWith("other.json", "{}");
    await expect(notice).toContainText("holds no conversations");
  } finally {
    await context.close();
  }
});
