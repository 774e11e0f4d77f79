import { describe, expect, it } from "vitest";
import { encodeSegments } from "./encode-segments.ts";

/** A tokenizer of single characters that knows one control token. */
function encode(text: string): number[] {
  const tokens: number[] = [];
  for (let at = 0; at < text.length;) {
    if (text.startsWith("<end>", at)) {
      tokens.push(-1);
      at += "<end>".length;
    } else tokens.push(text.charCodeAt(at++));
  }
  return tokens;
}

describe("encodeSegments", () => {
  it("reads control tokens in control pieces only", () => {
    const control = encodeSegments([{ kind: "control", text: "a<end>" }], ["<end>"], encode);
    expect(control).toEqual([97, -1]);
    const content = encodeSegments([{ kind: "content", text: "a<end>b<end>" }], ["<end>"], encode);
    expect(content).toEqual(Array.from("a<end>b<end>", (c) => c.charCodeAt(0)));
  });

  it("encodes everything else as one string", () => {
    const seen: string[] = [];
    encodeSegments(
      [
        { kind: "control", text: "<end>user\n" },
        { kind: "content", text: "Hi" },
        { kind: "control", text: "<end>" },
      ],
      ["<end>"],
      (text) => {
        seen.push(text);
        return [];
      },
    );
    expect(seen).toEqual(["<end>user\nHi<end>"]);
  });
});
