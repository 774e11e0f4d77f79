import { startSlashV1 as start, type StartOptions } from "./page/start.ts";
import type { SlashV1 } from "./page/slash-v1.ts";

export type { StartOptions };
export type { Obstacle, SlashV1, UpdateNotice } from "./page/slash-v1.ts";

/**
 * What a page of another site imports as `slash-v1.js` (docs/embedding.md).
 *
 * @param options - `serviceWorker` defaults to the `sw.js` beside this script
 */
export function startSlashV1(options: StartOptions = {}): Promise<SlashV1> {
  return start({ serviceWorker: new URL("sw.js?embed", import.meta.url), ...options });
}
