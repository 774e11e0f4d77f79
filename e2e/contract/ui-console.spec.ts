import { expect, test } from "../support/test.ts";

test.describe("the console", () => {
  test.beforeEach(async ({ page }) => {
    await page
      .getByRole("navigation", { name: "Places" })
      .getByRole("link", { name: "Console" })
      .click();
  });
  test.afterEach(async ({ page }) => {
    await page
      .getByRole("navigation", { name: "Places" })
      .getByRole("link", { name: "Chat" })
      .click();
  });

  test("shows a stream frame by frame, and what it says", async ({ page }) => {
    await page.getByLabel("Start from").selectOption("stream");
    await page.getByRole("button", { name: "Send" }).click();
    const response = page.getByRole("region", { name: "Response" });
    await expect(response).toContainText("Complete");
    await expect(response).toContainText("✓ 200");
    const frames = response.getByRole("row");
    await expect(frames.last()).toContainText("data: [DONE]");
    await expect(frames.nth(1)).toContainText('data: {"id":"chatcmpl-');
    await expect(response.getByLabel("What it says")).toContainText("You said: Count from one");
    await expect(response.getByRole("img")).toHaveAttribute("aria-label", /frames over/);
    await response.getByText(/\d+ headers?/).click();
    await expect(response).toContainText("text/event-stream");
    await page.getByRole("button", { name: "Pretty" }).click();
    await expect(frames.nth(1)).toContainText('"object": "chat.completion.chunk"');
  });

  test("stops a stream", async ({ page }) => {
    await page.getByLabel("Start from").selectOption("stream");
    const body = {
      model: "scripted",
      stream: true,
      messages: [
        { role: "user", content: '[[script {"pieces":["a "],"repeat":500,"delayMs":20}]]' },
      ],
    };
    await page.getByLabel("Body").fill(JSON.stringify(body));
    await page.getByLabel("Body").press("Control+Enter");
    const response = page.getByRole("region", { name: "Response" });
    await expect(response.getByLabel("What it says")).toContainText("a a");
    await page.keyboard.press("Escape");
    await expect(response).toContainText("Stopped");
  });

  test("marks the line that is no JSON, and shows errors as they are", async ({ page }) => {
    await page.getByLabel("Body").fill('{\n  "model": "m"\n  "messages": []\n}');
    await expect(page.getByText("Line 3 is not JSON yet")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
    await page.getByLabel("Start from").selectOption("mistake");
    await page.getByRole("button", { name: "Send" }).click();
    const response = page.getByRole("region", { name: "Response" });
    await expect(response).toContainText("✕ 400");
    await expect(response).toContainText("decimal_above_max_value");
  });

  test("calls every route from its presets", async ({ page }) => {
    for (const [preset, status] of [
      ["whole", "✓ 200"],
      ["json", "✓ 200"],
      ["completions", "✓ 200"],
      ["embeddings", "✓ 200"],
      ["responses", "✓ 200"],
      ["models", "✓ 200"],
      ["model", "✓ 200"],
    ] as const) {
      await page.getByLabel("Start from").selectOption(preset);
      await page.getByRole("button", { name: "Send" }).click();
      const response = page.getByRole("region", { name: "Response" });
      await expect(response, preset).toContainText(status);
      await expect(response, preset).toContainText("Complete");
    }
  });

  test("has the same request as code for four clients", async ({ page }) => {
    await page.getByLabel("Start from").selectOption("stream");
    for (const [client, part] of [
      ["fetch", "EventSourceParserStream"],
      ["openai", "openai.chat.completions.create"],
      ["LangChain.js", "new ChatOpenAI"],
      ["AI SDK", "streamText"],
    ] as const) {
      await page.getByRole("button", { name: client, exact: true }).click();
      await expect(page.locator("slash-samples slash-code")).toContainText(part);
    }
  });
});
