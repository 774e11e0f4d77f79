import { ask, expect, openTab, test } from "../support/firefox.ts";

// Firefox stops a service worker some 30 s after its last event, whatever bodies it still feeds, and the reader sees an
// end instead of an error; a message that the pages send back keeps it awake (sw/stay-awake.ts).
for (const stream of [true, false]) {
  test(`an answer of 45 s arrives whole, ${stream ? "streamed" : "in one piece"}`, async ({
    firefox,
    site,
  }) => {
    const page = await openTab(firefox, site.url);
    const script = { pieces: ["w "], repeat: 45, delayMs: 1_000 };
    const answer = await ask(page, script, { stream });
    expect(answer).toMatchObject({ text: "w ".repeat(45), finish: "stop", failure: null });
  });
}
