import { expect, it } from "vitest";
import { KeptStore } from "./kept-store.ts";

it("says nothing of working offline until the files are here", async () => {
  const store = new KeptStore();
  let keep: (kept: boolean) => void = () => undefined;
  const following = store.follow(new Promise((resolve) => (keep = resolve)));
  expect(store.state.kept).toBeNull();
  keep(true);
  await following;
  expect(store.state.kept).toBe(true);
});

it("promises nothing where they are not kept, or nothing has started", async () => {
  for (const kept of [async () => false, async () => Promise.reject(new Error("no start"))]) {
    const store = new KeptStore();
    await store.follow(kept());
    expect(store.state.kept).toBe(false);
  }
});
