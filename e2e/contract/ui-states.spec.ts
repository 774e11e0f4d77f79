import type { Page } from "playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { expect, test } from "../support/test.ts";
import { answers, go, newChat, script, send, settled } from "../support/ui.ts";

/** How to reach a state, and how to leave it. Each is looked at in both themes, on a phone and on a desk. */
interface State {
  readonly name: string;
  readonly reach: (page: Page) => Promise<unknown>;
  readonly leave?: (page: Page) => Promise<unknown>;
}

const call = '<tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_call>';
const tools = JSON.stringify([
  { type: "function", function: { name: "set_lamp", parameters: { type: "object" } } },
]);
const escape = (page: Page) => page.keyboard.press("Escape");

const chat: readonly State[] = [
  {
    name: "an answer streams",
    reach: async (page) => {
      await send(page, script({ pieces: ["word "], repeat: 2_000, delayMs: 20 }));
      await expect(answers(page)).toContainText("word word");
    },
    leave: async (page) => {
      await escape(page);
      await settled(page);
    },
  },
  {
    name: "an answer with code, a table and a list",
    reach: async (page) => {
      const text =
        "# Title\n\n```js\nlet a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n- [two](https://example.org)\n\n> three";
      await send(page, script({ pieces: [text] }));
      await expect(answers(page)).toContainText("three");
      await settled(page);
    },
  },
  {
    name: "an answer broke off",
    reach: async (page) => {
      await send(page, script({ pieces: ["half ", "an "], failAfter: 1 }));
      await expect(page.getByRole("alert")).toContainText("broke off");
    },
    leave: async (page) => {
      // The model comes back with the next question.
      await send(page, "Again?");
      await expect(answers(page).last()).toContainText("You said: Again?");
    },
  },
  {
    name: "the options are open",
    reach: (page) => page.getByRole("button", { name: "Options" }).click(),
    leave: escape,
  },
  {
    name: "a question is edited",
    reach: async (page) => {
      await send(page, "First");
      await settled(page);
      await page.locator("slash-question").hover();
      await page.getByRole("button", { name: "Edit" }).click();
      await expect(page.getByRole("textbox", { name: "Edit your message" })).toBeVisible();
    },
    leave: escape,
  },
  {
    name: "functions are called",
    reach: async (page) => {
      await page.getByRole("button", { name: "Options" }).click();
      await page.getByLabel("Tools", { exact: true }).fill(tools);
      await escape(page);
      await send(page, script({ pieces: [call] }));
      await expect(answers(page)).toContainText("set_lamp");
      await settled(page);
    },
  },
];

const models: readonly State[] = [
  {
    name: "deleting is asked about",
    reach: (page) =>
      page
        .getByRole("region", { name: "On this device" })
        .getByRole("button", { name: "Delete Scripted", exact: true })
        .click(),
    leave: (page) => page.getByRole("button", { name: "Keep", exact: true }).click(),
  },
  {
    name: "an address is wrong",
    reach: async (page) => {
      await page.getByText("Add a model by its address").click();
      await page.getByRole("button", { name: "Check and add" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "https://" })).toBeVisible();
    },
  },
  {
    name: "files are to be chosen",
    reach: (page) => page.getByText("Add a model from files on this device").click(),
  },
];

const console_: readonly State[] = [
  {
    name: "a stream has come",
    reach: async (page) => {
      await page.getByLabel("Start from").selectOption("stream");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("region", { name: "Response" })).toContainText("Complete");
    },
  },
  {
    name: "an error has come",
    reach: async (page) => {
      await page.getByLabel("Start from").selectOption("mistake");
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("region", { name: "Response" })).toContainText("400");
    },
  },
  {
    name: "the body is no JSON",
    reach: async (page) => {
      await page.getByLabel("Body").fill("{ no");
      await expect(page.getByText(/is not JSON yet/)).toBeVisible();
    },
    leave: (page) => page.getByLabel("Start from").selectOption("stream"),
  },
];

for (const [place, states] of [
  ["Chat", chat],
  ["Models", models],
  ["Console", console_],
] as const) {
  for (const { name, reach, leave } of states) {
    test(`${place}: axe has nothing to say when ${name}`, async ({ page }) => {
      await go(page, place);
      if (place === "Chat") await newChat(page);
      await reach(page);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expectNoViolations(page, `${width} wide, ${colorScheme}`);
        }
      }
      await page.emulateMedia({ colorScheme: null });
      await leave?.(page);
      await go(page, "Chat");
    });
  }
}
