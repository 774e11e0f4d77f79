/** What a tab says: a question, or that it has the engine. */
type Word = "who" | "me";

/**
 * Answers for this tab, which has the engine, whenever another one asks.
 *
 * @param lock - the one that goes with the engine
 * @returns the way to stop
 */
export function answerForHost(lock: string): () => void {
  const channel = new BroadcastChannel(lock);
  channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    // By way of a timer: Chromium lets these messages into a frozen tab, but no timer runs there.
    if (data === "who") setTimeout(() => say(channel, "me"), 0);
  });
  return () => channel.close();
}

/** Whether a tab with the engine answers. One that is frozen, or stuck, does not. */
export function hostAnswers(lock: string, limitMs: number): Promise<boolean> {
  const channel = new BroadcastChannel(lock);
  const answered = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), limitMs);
    channel.addEventListener("message", ({ data }: MessageEvent<Word>) => {
      if (data === "me") resolve(true);
    });
  });
  say(channel, "who");
  return answered.finally(() => channel.close());
}

function say(channel: BroadcastChannel, word: Word): void {
  channel.postMessage(word);
}
