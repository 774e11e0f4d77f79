import { answers, composer, deleteModel, newChat, script, send, settled } from "../support/ui.ts";
import { expect, test } from "../support/test.ts";

test.describe("the chat", () => {
  test.beforeEach(({ page }) => newChat(page));

  test("answers a prompt that was chosen, and says what it cost", async ({ page }) => {
    await page.getByRole("button", { name: "Explain how a rainbow forms" }).click();
    await expect(answers(page)).toContainText("You said: Explain how a rainbow forms");
    await settled(page);
    await expect(page.locator("slash-answer .figures")).toContainText(
      /first word after .* of 4,096 tokens/,
    );
    await expect(page.locator("slash-status-line .words")).toContainText("Ready");
    await expect(page).toHaveURL(/\?c=/);
  });

  test("draws markdown, shows HTML as text, and opens links outside", async ({ page }) => {
    const pieces = [
      "**bold** <img src=x onerror=alert(1)> ",
      "[out](https://example.org/) ",
      "[bad](javascript:alert(1))\n\n",
      "| a | b |\n| - | - |\n| 1 | 2 |\n\n",
      "```js\nlet x = 1;\n```",
    ];
    await send(page, script({ pieces }));
    await settled(page);
    const answer = answers(page);
    await expect(answer.locator("strong")).toHaveText("bold");
    await expect(answer.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
    await expect(answer.locator("img")).toHaveCount(0);
    const link = answer.getByRole("link");
    await expect(link).toHaveCount(1);
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", /noopener/);
    await expect(answer.getByRole("cell")).toHaveText(["1", "2"]);
    await expect(answer.locator("slash-code")).toContainText("let x = 1;");
  });

  test("stops on Escape, keeps what came, and can go on", async ({ page }) => {
    await send(page, script({ pieces: ["word "], repeat: 400, delayMs: 20 }));
    await expect(answers(page)).toContainText("word word");
    await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
    await page.keyboard.press("Escape");
    await settled(page);
    await expect(page.locator("slash-answer .figures")).toContainText("Stopped");
    await expect(answers(page)).toContainText("word word");
    await expect(composer(page)).toBeFocused();
    await page.getByRole("button", { name: "Go on" }).click();
    await settled(page);
    await expect(answers(page)).toHaveCount(1);
  });

  test("goes on with an answer after a reload", async ({ page }) => {
    await send(page, script({ pieces: ["word "], repeat: 60, delayMs: 50 }));
    await expect(answers(page)).toContainText("word word");
    await page.reload();
    await expect(answers(page)).toContainText("word word");
    await settled(page);
    const text = await answers(page).locator("slash-markdown p").textContent();
    expect(text?.match(/word/g)).toHaveLength(60);
  });

  test("shows a failure where the answer would be, and helps", async ({ page }) => {
    await send(page, script({ pieces: ["half ", "an ", "answer "], failAfter: 2 }));
    const fault = page.getByRole("alert");
    await expect(fault).toContainText("The answer broke off");
    await expect(fault).toContainText("are kept");
    await expect(answers(page)).toContainText("half an");
    await expect(fault.getByRole("button", { name: "Try again" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(answers(page)).toHaveCount(1);
    await expect(fault.getByRole("button", { name: "Try again" })).toBeFocused();
    // Twice in a row: the model comes back with the next question.
    await send(page, "Again?");
    await expect(answers(page).last()).toContainText("You said: Again?");
  });

  test("answers again and takes it back", async ({ page }) => {
    await send(page, "First");
    await settled(page);
    await page.getByRole("button", { name: "Answer again" }).click();
    await settled(page);
    await expect(answers(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(answers(page)).toHaveText([/You said: First/]);
  });

  test("sends an edited message again", async ({ page }) => {
    await send(page, "First");
    await settled(page);
    await page.locator("slash-question").hover();
    await page.getByRole("button", { name: "Edit" }).click();
    const field = page.getByRole("textbox", { name: "Edit your message" });
    await field.fill("Second");
    await field.press("Enter");
    await settled(page);
    await expect(answers(page)).toHaveText([/You said: Second/]);
  });

  test("follows the end only while the reader is there", async ({ page }) => {
    await send(page, script({ pieces: ["line\n\n"], repeat: 200, delayMs: 15 }));
    const scroll = page.locator("slash-transcript .scroll");
    await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
    await scroll.evaluate((element) => (element.scrollTop = 0));
    await page.waitForTimeout(300);
    expect(await scroll.evaluate((element) => element.scrollTop)).toBe(0);
    await page.getByRole("button", { name: "To the end" }).click();
    await expect
      .poll(() =>
        scroll.evaluate(
          (element) => element.scrollHeight - element.scrollTop - element.clientHeight,
        ),
      )
      .toBeLessThan(60);
    await page.keyboard.press("Escape");
    await settled(page);
  });

  test("asks for JSON by a schema and marks options that differ", async ({ page }) => {
    await page.getByRole("button", { name: "Options", exact: true }).click();
    const schema = page.getByRole("textbox", { name: "JSON schema" });
    await schema.fill('{"type": ');
    await expect(page.getByText("This is not JSON yet")).toBeVisible();
    await expect(schema).toHaveAttribute("aria-invalid", "true");
    await schema.fill('{"type":"object"}');
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("button", { name: "Options, changed" })).toBeVisible();
    await send(page, script({ pieces: ['{"a":', "1}"] }));
    await settled(page);
    await expect(answers(page).locator("slash-code")).toContainText('"a": 1');
  });

  test("cuts an answer that has no end at the app's limit, says so, and can go on", async ({
    page,
  }) => {
    await send(page, script({ pieces: ["word "], repeat: 1_500 }));
    await settled(page);
    await expect(page.locator("slash-answer .figures")).toContainText("Cut at 1,024 tokens");
    await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
    await page.getByRole("button", { name: "Options", exact: true }).click();
    await expect(page.getByRole("textbox", { name: "System prompt" })).toHaveValue(
      "Answer clearly and briefly.",
    );
    await expect(page.getByRole("spinbutton", { name: "Longest answer" })).toHaveValue("1024");
    await page.keyboard.press("Escape");
  });

  test("refuses pictures in words, and takes text files", async ({ page }) => {
    const drop = (name: string, type: string) =>
      composer(page).evaluate(
        (field, file) => {
          const data = new DataTransfer();
          data.items.add(new File(["hello"], file.name, { type: file.type }));
          field.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
          );
        },
        { name, type },
      );
    await drop("cat.png", "image/png");
    await expect(page.getByRole("alert")).toContainText("read text only");
    await drop("note.txt", "text/plain");
    await expect(composer(page)).toHaveValue(/note\.txt\n```\nhello\n```/);
    await composer(page).fill("");
  });

  test("speaks the state and the finished answer, never each token", async ({ page }) => {
    const spoken = page.locator("slash-chat > [role=status], slash-chat span[role=status]").last();
    await send(page, script({ pieces: ["a ", "b ", "c "], delayMs: 60 }));
    await expect(spoken).toHaveText("Answering");
    await settled(page);
    await expect(spoken).toHaveText("a b c ");
    await expect(page.getByRole("log")).toHaveAttribute("aria-live", "off");
  });

  test("keeps what was being written over a reload", async ({ page }) => {
    await composer(page).fill("Half a thought");
    await page.reload();
    await expect(composer(page)).toHaveValue("Half a thought");
    await composer(page).fill("");
  });
});

test("a first visit gets an answer with two actions", async ({ page }) => {
  await deleteModel(page);
  await page.keyboard.press("Control+Shift+O");
  await expect(page.getByText("Nothing you write leaves your device.")).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Get the model · 10 MB" }).click();
  await page.getByRole("button", { name: "Give me a table of five herbs" }).click();
  await expect(answers(page)).toContainText("You said: Give me a table of five herbs");
});

test("answers a message that was sent before the list of models had come", async ({
  browserOfWorker,
  scripted,
}) => {
  const page = await browserOfWorker.newPage();
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (url.endsWith("/v1/models")) await new Promise((resolve) => setTimeout(resolve, 1_500));
      return real(input, init);
    };
  });
  await page.goto(scripted.url);
  await send(page, "Early");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(answers(page)).toContainText("You said: Early");
  await expect(answers(page)).toHaveAccessibleName("Scripted");
  await page.close();
});
