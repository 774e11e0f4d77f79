import type { StopFree } from "../job.ts";
import { OutsideStrings } from "./outside-strings.ts";
import { possibleStart } from "./possible-start.ts";

/** What may go out, and whether a stop text has been found right after it. */
interface StopStep {
  readonly text: string;
  readonly stopped: boolean;
}

/**
 * Finds stop texts in a text that arrives in pieces, and lets nothing out that could still become part of one
 * (vllm-project/vllm#3574, mzau/mlx-knife#68). Within a stop-free part nothing counts but its own end, and the blanks
 * before one are its layout.
 */
export class StopMatcher {
  readonly #stops: readonly string[];
  readonly #longest: number;
  readonly #free: StopFree | null;
  /** Whether what comes now is text, a stop-free part, or (where only a beginning can be one) still undecided. */
  #where: "text" | "free" | "undecided";
  #held = "";
  /** Reads the stop-free part. */
  #inner = new OutsideStrings();

  /** @param stops - the texts at which generation ends; empty ones never match. */
  constructor(stops: readonly string[], free: StopFree | null = null) {
    this.#stops = stops.filter((stop) => stop !== "");
    this.#longest = Math.max(0, ...this.#stops.map((stop) => stop.length));
    this.#free = free;
    this.#where = free?.close === null ? "undecided" : "text";
  }

  push(piece: string): StopStep {
    if (this.#longest === 0) return { text: piece, stopped: false };
    let rest = this.#held + piece;
    this.#held = "";
    let released = "";
    for (;;) {
      const { text, next, stopped } =
        this.#where === "free" ? this.#inside(rest) : this.#outside(rest);
      released += text;
      if (stopped || next === null) return { text: released, stopped };
      rest = next;
    }
  }

  /** What was held back, now that nothing more follows. What began like a stop-free part was text after all. */
  flush(): StopStep {
    const held = this.#held;
    this.#held = "";
    const found = this.#where === "free" ? -1 : this.#firstMatch(held);
    return { text: found === -1 ? held : held.slice(0, found), stopped: found !== -1 };
  }

  /** `next`: what comes after the stop-free part; null when its end is not there yet. */
  #inside(text: string): StopStep & { readonly next: string | null } {
    const close = this.#free?.close ?? null;
    if (close === null) return { text, stopped: false, next: null };
    const at = this.#inner.find(text, close);
    if (!text.startsWith(close, at)) return this.#hold(text, text.length - at);
    if (this.#stops.includes(close)) return { text: text.slice(0, at), stopped: true, next: null };
    this.#where = "text";
    const end = at + close.length;
    return { text: text.slice(0, end), stopped: false, next: text.slice(end) };
  }

  /** `next`: what comes after the beginning of a stop-free part; null when none has begun. */
  #outside(text: string): StopStep & { readonly next: string | null } {
    const open = this.#findOpen(text);
    const found = this.#firstMatch(text.slice(0, open.at));
    if (found !== -1) return { text: text.slice(0, found), stopped: true, next: null };
    if (open.end === null) {
      return this.#hold(text, text.length - Math.min(open.at, this.#possibleAt(text, open.at)));
    }
    this.#where = "free";
    this.#inner = new OutsideStrings();
    return { text: text.slice(0, open.end), stopped: false, next: text.slice(open.end) };
  }

  #hold(text: string, keep: number): StopStep & { readonly next: null } {
    this.#held = text.slice(text.length - keep);
    return { text: text.slice(0, text.length - keep), stopped: false, next: null };
  }

  /** Where a stop-free part begins, with the blanks before it, or may begin: then `end` is null. */
  #findOpen(text: string): { readonly at: number; readonly end: number | null } {
    if (this.#free === null) return { at: text.length, end: null };
    const { open } = this.#free;
    if (this.#where === "undecided") {
      const at = text.search(/\S/);
      if (at === -1) return { at: text.length, end: null };
      if (text.startsWith(open, at)) return { at, end: at + open.length };
      if (open.startsWith(text.slice(at))) return { at, end: null };
      this.#where = "text";
    }
    if (this.#free.close === null) return { at: text.length, end: null };
    const found = text.indexOf(open);
    const at = found === -1 ? text.length - possibleStart(text, [open]) : found;
    return {
      at: text.slice(0, at).trimEnd().length,
      end: found === -1 ? null : found + open.length,
    };
  }

  /** Where the stop text begins that is complete first; this does not depend on how the text is cut in pieces. */
  #firstMatch(text: string): number {
    let begin = -1;
    let end = Infinity;
    for (const stop of this.#stops) {
      const at = text.indexOf(stop);
      if (at === -1) continue;
      const completeAt = at + stop.length;
      if (completeAt < end || (completeAt === end && at < begin)) {
        begin = at;
        end = completeAt;
      }
    }
    return begin;
  }

  /** Where a stop text begins that may become complete, or is and would reach into what may be a stop-free part. */
  #possibleAt(text: string, openAt: number): number {
    for (let at = Math.max(0, openAt - this.#longest); at < text.length; at++) {
      if (this.#stops.some((stop) => text.startsWith(stop, at) || stop.startsWith(text.slice(at))))
        return at;
    }
    return text.length;
  }
}
