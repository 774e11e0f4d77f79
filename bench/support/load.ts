/** An answer that is asked for: how many frames, and when. */
export interface Load {
  readonly count: number;
  /** Before each frame, in milliseconds. */
  readonly delayMs: number;
  /** Before the first one, besides. */
  readonly firstDelayMs: number;
  /** Each frame says when it was made. */
  readonly stamp: boolean;
  /** Characters in each frame's text; references know only four. */
  readonly textLength?: number;
  /** Characters of conversation before the question. */
  readonly historyLength?: number;
}

/** The scripted model's context is 4096 tokens; more come as further choices of the same answer. */
const MOST_TOKENS = 3_900;
/** One token of the scripted model. */
const HISTORY_WORD = " history".slice(0, 7);

export const FLOOD: Load = { count: 20_000, delayMs: 0, firstDelayMs: 0, stamp: false };

/** The request that makes slash-v1 answer with a load. */
export function requestFor(load: Load): string {
  const words = Math.ceil((load.historyLength ?? 0) / HISTORY_WORD.length);
  const n = Math.ceil(load.count / (MOST_TOKENS - words));
  const script = {
    pieces: ["word".padEnd(load.textLength ?? 4, "s")],
    repeat: Math.round(load.count / n),
    delayMs: load.delayMs,
    firstDelayMs: load.firstDelayMs,
    ...(load.stamp && { clock: true }),
  };
  const history = HISTORY_WORD.repeat(words);
  return JSON.stringify({
    model: "scripted",
    stream: true,
    n,
    messages: [
      ...(history === "" ? [] : [{ role: "system", content: history }]),
      { role: "user", content: `[[script ${JSON.stringify(script)}]]` },
    ],
  });
}

/** For measures in which the length does not matter. */
export const SHORT_FLOOD: Load = { ...FLOOD, count: 4_000 };

/** One frame, at once. */
export const SINGLE: Load = { ...FLOOD, count: 1 };

/** One frame every 5 ms. */
export const PACED: Load = { count: 400, delayMs: 5, firstDelayMs: 0, stamp: true };

/** A model that reads a prompt for 0.1 s and then makes a hundred tokens a second. */
export const MODEL_PACE: Load = { count: 200, delayMs: 10, firstDelayMs: 100, stamp: true };

/** The request that makes a reference do the same. */
export function plainRequestFor(load: Load): string {
  return JSON.stringify({ stream: true, ...load });
}
