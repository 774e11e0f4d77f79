import { unread } from "../../engine/api-error.ts";
import { UnreadBytes } from "../../engine/unread-bytes.ts";

const encoder = /* @__PURE__ */ new TextEncoder();

/** Frames wait at most this long (in characters) for others of the same batch: the `openai` client's parser is quadratic in the size of one read. */
const MAX_ENQUEUE = 4096;
/**
 * Frames that come closer together than this, in milliseconds, leave together. No device makes a thousand tokens a
 * second: this is for what gathers while something else holds the thread, and each piece costs a message and a read.
 */
const GATHER_MS = 1;

/** A push-based body: frames go in, bytes come out. It never waits for its reader. */
export class FrameStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #abandon: () => void;
  readonly #commentMs: number;
  readonly #unread = new UnreadBytes();
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #open = true;
  #pending = "";
  #skip: number;
  #lastComment = -Infinity;
  #lastEnqueue = -Infinity;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param abandon called when the reader has gone, or does not read
   * @param skip frames at the start that the reader has already
   */
  constructor(abandon: () => void, commentMs: number, skip = 0) {
    this.#abandon = abandon;
    this.#commentMs = commentMs;
    this.#skip = skip;
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#leave(),
      },
      { highWaterMark: 0, size: (chunk) => chunk.byteLength },
    );
  }

  /** Adds one whole frame. It leaves with the next {@link flush}. */
  readonly frame = (text: string): void => {
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    this.#pending += text;
    if (this.#pending.length > MAX_ENQUEUE) this.#enqueue();
  };

  /** A comment, which every client ignores: it says that somebody is still there. Rate-limited. */
  comment(now: number): void {
    if (now - this.#lastComment < this.#commentMs) return;
    this.#lastComment = now;
    this.#pending += ": \n\n";
  }

  /** Sends what has been added: at once, or, if something has just left, a moment later. */
  flush(): void {
    if (this.#pending === "" || this.#gathering !== undefined) return;
    if (performance.now() - this.#lastEnqueue >= GATHER_MS) this.#enqueue();
    else this.#gathering = setTimeout(() => this.#enqueue(), GATHER_MS);
  }

  #enqueue(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#open || this.#pending === "") return;
    this.#lastEnqueue = performance.now();
    const bytes = encoder.encode(this.#pending);
    this.#pending = "";
    this.#controller.enqueue(bytes);
    if (!this.#unread.add(bytes.byteLength, -(this.#controller.desiredSize ?? 0))) return;
    this.error(unread());
    this.#abandon();
  }

  close(): void {
    this.#enqueue();
    if (this.#open) this.#controller.close();
    this.#open = false;
  }

  /** Breaks the body, so that the reader's next read fails. */
  error(reason: unknown): void {
    if (this.#open) this.#controller.error(reason);
    this.#open = false;
  }

  #leave(): void {
    this.#open = false;
    this.#abandon();
  }
}
