/** What a reasoning model thought, apart from what it answers. */
export interface SplitText {
  /** Null where it did not think aloud. */
  readonly thoughts: string | null;
  readonly answer: string;
}

const opening = /^\s*<think>\n?/u;

/** Takes `<think>…</think>` off the front of a text, also while it is still being written. */
export function splitThinking(text: string): SplitText {
  const start = opening.exec(text)?.[0].length;
  if (start === undefined) return { thoughts: null, answer: text };
  const end = text.indexOf("</think>", start);
  if (end === -1) return { thoughts: text.slice(start), answer: "" };
  return {
    thoughts: text.slice(start, end).trimEnd(),
    answer: text.slice(end + "</think>".length).trimStart(),
  };
}
