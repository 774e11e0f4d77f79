import type { SlashV1 } from "../../src/page/slash-v1.ts";

declare global {
  /** On the bench's pages: what `startSlashV1` gave. */
  // oxlint-disable-next-line no-var -- a property of the page's global object
  var slash: SlashV1;
}
