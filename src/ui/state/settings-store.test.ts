import { expect, it } from "vitest";
import { initialSettings, parseSettings, SettingsStore } from "./settings-store.ts";

it.each([null, "", "null", "[]", "7", "{", '{"theme":"pink","density":0,"chat":7,"model":{}}'])(
  "%j reads as the defaults",
  (text) => {
    expect(parseSettings(text)).toEqual(initialSettings);
  },
);

it("reads what was kept, zero and false among it", () => {
  const read = parseSettings('{"theme":"dark","loadAtStart":false,"chat":{"temperature":0}}');
  const { chat } = parseSettings('{"chat":{"system":"","temperature":null,"maxTokens":null}}');
  expect(chat).toMatchObject({ system: "", temperature: null, maxTokens: null });
  expect(read).toMatchObject({
    theme: "dark",
    loadAtStart: false,
    chat: { ...initialSettings.chat, temperature: 0 },
  });
});

it("holds for this visit where nothing can be kept", () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  for (const storage of [null, full]) {
    const store = new SettingsStore(storage);
    store.change({ theme: "dark" });
    expect(store.state.theme).toBe("dark");
  }
});
