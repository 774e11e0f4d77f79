import { createParser } from "eventsource-parser";

/** One frame of a stream as it came: an event, or a comment that keeps the connection alive. */
export interface StreamFrame {
  /** Milliseconds since the request was sent. */
  readonly at: number;
  /** Milliseconds since the frame before. */
  readonly gap: number;
  /** The lines as they came, without the blank one that ends them. */
  readonly raw: string;
  /** The joined `data` of the event; null for a comment. */
  readonly data: string | null;
}

/**
 * Takes a stream apart into frames, with the moment each was whole. The event stream parser decides what an event is;
 * here only lines are counted, so that the raw text of each frame can be shown.
 */
export class SseTranscript {
  readonly frames: StreamFrame[] = [];
  #partial = "";
  #lines: string[] = [];
  #data: string | null = null;
  #last = 0;
  readonly #parser = createParser({ onEvent: (event) => (this.#data = event.data) });

  /** Adds text that came at a moment (milliseconds since sending). */
  feed(text: string, at: number): void {
    const all = this.#partial + text;
    // A return at the very end may be half of a pair: it waits for what follows.
    const lines = all.split(/\r\n|\n|\r(?!$)/u);
    this.#partial = lines.pop() ?? "";
    for (const line of lines) this.#line(line, at);
  }

  /** The stream has ended; what is left without a blank line is shown, too. */
  end(at: number): void {
    if (this.#partial !== "") this.#line(this.#partial.replace(/\r$/u, ""), at);
    this.#partial = "";
    if (this.#lines.length > 0) this.#push(at, null);
  }

  #line(line: string, at: number): void {
    this.#parser.feed(`${line}\n`);
    if (line !== "") {
      this.#lines.push(line);
      return;
    }
    if (this.#lines.length > 0) this.#push(at, this.#data);
  }

  #push(at: number, data: string | null): void {
    this.frames.push({ at, gap: at - this.#last, raw: this.#lines.join("\n"), data });
    this.#last = at;
    this.#lines = [];
    this.#data = null;
  }
}
