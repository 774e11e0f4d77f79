import { expect, it, vi } from "vitest";
import { LocalEngine } from "./local-engine.ts";
import { ScriptedRuntime } from "./scripted/scripted-runtime.ts";

const { signal } = new AbortController();

it("LocalEngine looks for a loaded model in the store once, not at every request", async () => {
  const runtime = new ScriptedRuntime();
  const engine = new LocalEngine(runtime, { host: "dedicated-worker" });
  expect((await engine.model("scripted", signal))?.state).toBe("stored");
  for await (const progress of engine.load("scripted", signal)) void progress;
  expect((await engine.model("scripted", signal))?.state).toBe("loaded");
  const look = vi.spyOn(runtime, "models");
  expect((await engine.model("scripted", signal))?.state).toBe("loaded");
  expect(look).not.toHaveBeenCalled();
  await engine.unload(signal);
  expect((await engine.model("scripted", signal))?.state).toBe("stored");
  expect(await engine.model("none", signal)).toBeNull();
});
