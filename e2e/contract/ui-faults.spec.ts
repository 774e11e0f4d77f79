import { answers, newChat, script, send, settled } from "../support/ui.ts";
import { expect, test } from "../support/test.ts";

test.describe("what the chat says when the engine fails", () => {
  test.beforeEach(({ page }) => newChat(page));

  const faults = [
    {
      name: "C05: a lost device is told, and asking again works",
      fault: { loseDeviceAfter: 2 },
      says: "graphics device was lost",
    },
    {
      name: "C20: an engine that falls silent is told, and the chat stops waiting",
      fault: { hangAfter: 2 },
      says: "The answer broke off",
    },
  ];
  for (const { name, fault, says } of faults) {
    test(name, async ({ page }) => {
      await send(page, script({ pieces: ["half ", "an ", "answer "], ...fault }));
      await expect(answers(page)).toContainText("half an");
      const alert = page.getByRole("alert");
      // The scripted build gives up after six seconds.
      await expect(alert).toContainText(says, { timeout: 15_000 });
      await settled(page);
      await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
      await send(page, "Are you there?");
      await expect(answers(page).last()).toContainText("You said: Are you there?");
    });
  }
});
