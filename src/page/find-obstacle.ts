import type { Obstacle } from "./slash-v1.ts";

/** What keeps a model from running in this browser; null when nothing does. */
export async function findObstacle(): Promise<Obstacle | null> {
  if (__SCRIPTED__) return null;
  if (!isSecureContext) return "insecure-context";
  const gpu: GPU | undefined = navigator.gpu;
  if (gpu === undefined) return "no-webgpu";
  try {
    return (await gpu.requestAdapter()) === null ? "no-adapter" : null;
  } catch {
    return "no-adapter";
  }
}
