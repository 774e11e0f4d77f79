import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StopMatcher } from "./stop-matcher.ts";

/** What comes out when a text is pushed in pieces. */
function run(
  stops: readonly string[],
  pieces: readonly string[],
): { text: string; stopped: boolean } {
  const matcher = new StopMatcher(stops);
  let text = "";
  for (const piece of pieces) {
    const step = matcher.push(piece);
    text += step.text;
    if (step.stopped) return { text, stopped: true };
  }
  return { text: text + matcher.flush(), stopped: false };
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
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % Math.max(1, sizes.length)] ?? 1;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        expect(run(chosen, pieces).text).toBe(text.slice(0, first));
      }),
      { numRuns: 2000 },
    );
  });
});
