import { describe, expect, it } from "vitest";
import { tokenBytes } from "./token-bytes.ts";

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe("tokenBytes", () => {
  it("reads GPT-2's stand-ins", () => {
    expect(decode(tokenBytes("Ġhello", "byte_level"))).toBe(" hello");
    expect(decode(tokenBytes("Ċ", "byte_level"))).toBe("\n");
    expect(Array.from(tokenBytes("ðŁĺ", "byte_level"))).toEqual([0xf0, 0x9f, 0x98]);
    expect(Array.from(tokenBytes("Ń", "byte_level"))).toEqual([0xad]);
  });

  it("covers all 256 bytes, each once", () => {
    const printable = "!".codePointAt(0) ?? 0;
    expect(Array.from(tokenBytes(String.fromCodePoint(printable), "byte_level"))).toEqual([0x21]);
    const all = new Set<number>();
    for (let code = 0; code < 0x144; code++) {
      const bytes = tokenBytes(String.fromCodePoint(code), "byte_level");
      if (bytes.length === 1 && bytes[0] !== undefined) all.add(bytes[0]);
    }
    expect(all.size).toBe(256);
  });

  it("reads SentencePiece's spaces and lone bytes", () => {
    expect(decode(tokenBytes("▁hello", "byte_fallback"))).toBe(" hello");
    expect(Array.from(tokenBytes("<0xE2>", "byte_fallback"))).toEqual([0xe2]);
  });

  it("spells an added token as it is written", () => {
    expect(decode(tokenBytes("漢字", "byte_level"))).toBe("漢字");
    expect(tokenBytes("", "raw")).toHaveLength(0);
  });
});
