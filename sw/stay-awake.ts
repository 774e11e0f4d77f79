import { tellPages } from "./app-pages.ts";

/** Firefox stops a service worker some 30 s after its last event, also while it feeds a body; the reader sees a normal end. */
const EVERY_MS = 5_000;

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Keeps this worker awake while answers run, by a message that every page sends back. Not by `waitUntil`: Chromium stalls
 * a body after five minutes of it.
 *
 * @param running - how many answers run now
 */
export function stayAwake(running: number): void {
  if (running > 0)
    timer ??= setInterval(() => void tellPages({ type: "slash-v1:awake" }), EVERY_MS);
  else {
    clearInterval(timer);
    timer = undefined;
  }
}
