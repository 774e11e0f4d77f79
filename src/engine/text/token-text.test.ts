import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TokenLogprob } from "../job.ts";
import { StopMatcher } from "./stop-matcher.ts";
import { TokenText } from "./token-text.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A token of some bytes, told from others by its number. */
function entry(bytes: Uint8Array, number: number): TokenLogprob {
  return { token: "", bytes: [...bytes], logprob: -number, top: [] };
}

/** Bytes in tokens of these sizes, in turn, whatever characters they cut. */
function tokensOf(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const tokens: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = sizes[tokens.length % Math.max(1, sizes.length)] ?? 1;
    tokens.push(bytes.slice(at, at + size));
    at += size;
  }
  return tokens;
}

interface Written {
  readonly text: string;
  readonly stopped: boolean;
  readonly logprobs: readonly TokenLogprob[];
}

function write(tokens: readonly Uint8Array[], stops: readonly string[]): Written {
  const out = new TokenText(stops, null);
  let text = "";
  const logprobs: TokenLogprob[] = [];
  for (const [number, bytes] of tokens.entries()) {
    const step = out.push(bytes, entry(bytes, number));
    text += step.text;
    logprobs.push(...step.logprobs);
    if (step.stopped) return { text, logprobs, stopped: true };
  }
  const last = out.flush();
  return {
    text: text + last.text,
    logprobs: [...logprobs, ...last.logprobs],
    stopped: last.stopped,
  };
}

/** The same without tokens: the text at once. */
function cutAtStop(text: string, stops: readonly string[]): Pick<Written, "text" | "stopped"> {
  const matcher = new StopMatcher(stops);
  const first = matcher.push(text);
  if (first.stopped) return first;
  const last = matcher.flush();
  return { text: first.text + last.text, stopped: last.stopped };
}

describe("TokenText", () => {
  const unit = fc.constantFrom("a", "b", " ", "é", "日", "😀");
  const stops = fc.array(fc.string({ unit, minLength: 1, maxLength: 3 }), { maxLength: 3 });

  it("A16 A18: the text is the same for every way to cut its bytes, and its tokens are told with it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 16 }),
        stops,
        fc.array(fc.integer({ min: 1, max: 6 })),
        (text, chosen, sizes) => {
          const tokens = tokensOf(bytesOf(text), sizes);
          const { logprobs, ...written } = write(tokens, chosen);
          expect(written).toEqual(cutAtStop(text, chosen));
          // In order, none left out, and none but those that the text needs.
          expect(logprobs).toEqual(tokens.slice(0, logprobs.length).map(entry));
          const told = logprobs.reduce((sum, { bytes }) => sum + bytes.length, 0);
          const needed = bytesOf(written.text).length;
          expect(told).toBeGreaterThanOrEqual(needed);
          expect(told - (logprobs.at(-1)?.bytes.length ?? 0)).toBeLessThan(Math.max(1, needed));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("tells a token with the text that it completes, not before", () => {
    const out = new TokenText([], null);
    const [first = 0, ...rest] = bytesOf("日");
    expect(out.push(Uint8Array.of(first), entry(Uint8Array.of(first), 0))).toMatchObject({
      text: "",
      logprobs: [],
    });
    const step = out.push(Uint8Array.from(rest), entry(Uint8Array.from(rest), 1));
    expect(step.text).toBe("日");
    expect(step.logprobs).toHaveLength(2);
  });
});
