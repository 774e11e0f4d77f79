import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StopFree } from "../job.ts";
import { StopMatcher } from "./stop-matcher.ts";

/** What comes out when a text is pushed in pieces. */
function run(
  stops: readonly string[],
  pieces: readonly string[],
  free: StopFree | null = null,
): { text: string; stopped: boolean } {
  const matcher = new StopMatcher(stops, free);
  let text = "";
  for (const piece of pieces) {
    const step = matcher.push(piece);
    text += step.text;
    if (step.stopped) return { text, stopped: true };
  }
  const last = matcher.flush();
  return { text: text + last.text, stopped: last.stopped };
}

/** A text in pieces of these sizes, in turn. */
function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % Math.max(1, sizes.length)] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

describe("StopMatcher", () => {
  it("A17: lets no part of a stop text out that spans pieces", () => {
    expect(run(["cd ef"], ["ab", " cd", " ef", " gh"])).toEqual({ text: "ab ", stopped: true });
  });

  it("gives back what looked like a stop text and was none", () => {
    expect(run(["cd ef"], ["ab", " cd", " eg"])).toEqual({ text: "ab cd eg", stopped: false });
    expect(run(["aab"], ["a", "a", "a", "b", "c"])).toEqual({ text: "a", stopped: true });
  });

  it("takes the one of several that is complete first", () => {
    expect(run(["later", "so"], ["so or later"])).toEqual({ text: "", stopped: true });
    expect(run(["abcd", "b"], ["abcd"])).toEqual({ text: "a", stopped: true });
    expect(run(["b", "ab"], ["ab"])).toEqual({ text: "", stopped: true });
  });

  it("ignores empty stop texts", () => {
    expect(run([""], ["abc"])).toEqual({ text: "abc", stopped: false });
  });

  it("A18: stops at the same place for every way to split a text", () => {
    const small = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 24 });
    const stops = fc.array(
      fc.string({ unit: fc.constantFrom("a", "b", " "), minLength: 1, maxLength: 4 }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(small, stops, fc.array(fc.integer({ min: 1, max: 4 })), (text, chosen, sizes) => {
        const found = chosen
          .map((stop) => ({ begin: text.indexOf(stop), end: text.indexOf(stop) + stop.length }))
          .filter(({ begin }) => begin !== -1)
          .toSorted((a, b) => a.end - b.end || a.begin - b.begin);
        const first = found[0]?.begin ?? text.length;
        expect(run(chosen, cut(text, sizes)).text).toBe(text.slice(0, first));
      }),
      { numRuns: 2000 },
    );
  });

  const tags = { open: "<c>", close: "</c>" };

  it.each([
    ["nothing counts inside", ["x"], "a<c>x</c>b", "a<c>x</c>b", false],
    ["after it, they count again", ["x"], "a<c>x</c>bxc", "a<c>x</c>b", true],
    ["before it, they count", ["a"], "ba<c>x</c>", "b", true],
    ["its end may be one", ["</c>"], "a<c>x</c>b", "a<c>x", true],
    ["its beginning is no text", ["<"], "a<c>x</c>b", "a<c>x</c>b", false],
    ["what only looks like it is", ["<"], "a<d", "a", true],
    ["an end that never comes", ["x", "</"], "a<c>x</", "a<c>x</", false],
    ["a beginning that is cut off is text", ["<"], "a<c", "a", true],
    ["its end within a string is none", ["x", "</c>"], '<c>"\\"</c>x"</c>', '<c>"\\"</c>x"', true],
    [
      "blanks between two are layout",
      ["\n"],
      "<c>a</c>\n\n<c>b</c>\nd",
      "<c>a</c>\n\n<c>b</c>",
      true,
    ],
    ["blanks before text are text", ["\n"], "a \nb", "a ", true],
    ["blanks at the end are text", ["\n"], "<c>a</c>\n", "<c>a</c>", true],
  ])("knows stop-free parts: %s", (_, stops, text, expected, stopped) => {
    for (const size of [1, 2, 3, 99]) {
      expect(run(stops, cut(text, [size]), tags)).toEqual({ text: expected, stopped });
    }
  });

  it("takes an answer that begins with a stop-free part for one as a whole", () => {
    const array = { open: "[", close: null };
    for (const size of [1, 2, 99]) {
      expect(run(["x"], cut(" [x]", [size]), array)).toEqual({ text: " [x]", stopped: false });
      expect(run(["x"], cut("y[x]", [size]), array)).toEqual({ text: "y[", stopped: true });
    }
  });

  it("A18: stop-free parts are the same for every way to split a text", () => {
    const unit = fc.constantFrom("a", "<", ">", "c", "/", " ", '"');
    const parts = fc.array(
      fc.oneof(fc.string({ unit, maxLength: 4 }), fc.constantFrom("<c>", "</c>")),
    );
    const stops = fc.array(fc.string({ unit, minLength: 1, maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(
        parts,
        stops,
        fc.array(fc.integer({ min: 1, max: 5 })),
        (texts, chosen, sizes) => {
          const text = texts.join("");
          expect(run(chosen, cut(text, sizes), tags)).toEqual(run(chosen, [text], tags));
        },
      ),
      { numRuns: 5000 },
    );
  });
});
