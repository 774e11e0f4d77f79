import { describe, expect, it } from "vitest";
import { reloadEngine, type Reloading } from "./reload-engine.ts";

/** A WebLLM engine that begins by unloading, as the real one does, and goes on as the test says. */
function engineThat(load: (engine: Reloading) => Promise<void>) {
  let unloads = 0;
  const engine: Reloading = {
    reload: async () => {
      await engine.unload();
      await load(engine);
    },
    unload: async () => void unloads++,
  };
  return { engine, unloads: () => unloads };
}

const loaded = (): boolean => true;
const lost = { name: "DeviceLostError", message: "The device was lost." };

describe("a load by WebLLM", () => {
  it("that works is left alone", async () => {
    const { engine, unloads } = engineThat(async () => {});
    const { unload } = engine;
    await reloadEngine(engine, "m", loaded);
    expect(unloads()).toBe(1);
    await engine.unload();
    expect(unloads()).toBe(2);
    expect(engine.unload).not.toBe(unload);
  });

  it("that fails for its own reasons says so", async () => {
    const { engine } = engineThat(() => Promise.reject(new TypeError("x is undefined")));
    await expect(reloadEngine(engine, "m", loaded)).rejects.toThrow("x is undefined");
  });

  it("C06: that trips over a device which is gone has lost it, whatever it trips over", async () => {
    const cause = new TypeError("x is undefined");
    const { engine, unloads } = engineThat(async (self) => {
      await self.unload();
      throw cause;
    });
    await expect(reloadEngine(engine, "m", loaded)).rejects.toMatchObject({ ...lost, cause });
    expect(unloads()).toBe(2);
  });

  it("C06: that ends as if all were well, without a model, has lost the device", async () => {
    const { engine } = engineThat(async () => {});
    await expect(reloadEngine(engine, "m", () => false)).rejects.toMatchObject(lost);
  });
});
