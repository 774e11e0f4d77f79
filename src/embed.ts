/**
 * What a page of another site imports as `slash-v1.js` (docs/embedding.md).
 *
 * @packageDocumentation
 */
export { startSlashV1, type StartOptions } from "./page/start.ts";
export type { Obstacle, SlashV1, UpdateNotice } from "./page/slash-v1.ts";
