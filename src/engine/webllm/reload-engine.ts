import type { MLCEngine } from "@mlc-ai/web-llm";

/** As much of a WebLLM engine as a load needs. */
export type Reloading = Pick<MLCEngine, "reload" | "unload">;

/**
 * WebLLM's `reload`, which tells a lost device from other failures.
 *
 * WebLLM destroys the device when a buffer cannot be made, which is how a lack of memory shows. It then unloads by
 * itself, and what is still at work trips over that in one way or another, or `reload` returns as if all were well.
 *
 * @param isLoaded - whether the model is there
 * @throws Error `DeviceLostError`, with what came out as its cause
 */
export async function reloadEngine(
  engine: Reloading,
  model: string,
  isLoaded: () => boolean,
): Promise<void> {
  let hasUnloaded = false;
  const unload = engine.unload.bind(engine);
  // It begins by unloading, at once; from then on only its listener for a lost device does.
  const loading = engine.reload(model);
  engine.unload = (): Promise<void> => {
    hasUnloaded = true;
    return unload();
  };
  let cause: unknown;
  try {
    await loading;
    if (isLoaded()) return;
    hasUnloaded = true;
  } catch (error) {
    cause = error;
  } finally {
    engine.unload = unload;
  }
  if (!hasUnloaded) throw cause;
  const lost = new Error("The device was lost.", { cause });
  lost.name = "DeviceLostError";
  throw lost;
}
