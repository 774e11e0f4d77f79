import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CharacterAssembler } from "./character-assembler.ts";

const encoder = new TextEncoder();

describe("CharacterAssembler", () => {
  it("A16: holds a character until its last byte", () => {
    const characters = new CharacterAssembler();
    const [a, b, c, d] = encoder.encode("😀");
    for (const byte of [a, b, c]) {
      expect(characters.push(Uint8Array.of(byte ?? 0))).toBe("");
      expect(characters.isHolding).toBe(true);
    }
    expect(characters.push(Uint8Array.of(d ?? 0))).toBe("😀");
    expect(characters.isHolding).toBe(false);
  });

  it("gives the same text for every way to split it, and never U+FFFD or half a pair", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 60 }),
        (text, sizes) => {
          const characters = new CharacterAssembler();
          const bytes = encoder.encode(text);
          let joined = "";
          for (let at = 0, turn = 0; at < bytes.length; turn++) {
            const size = sizes[turn % Math.max(1, sizes.length)] ?? 1;
            const piece = characters.push(bytes.subarray(at, at + size));
            expect(piece.isWellFormed()).toBe(true);
            joined += piece;
            at += size;
          }
          expect(joined).toBe(text.replaceAll("\uFFFD", ""));
          expect(characters.isHolding).toBe(false);
        },
      ),
    );
  });

  it("drops bytes that are no character", () => {
    const characters = new CharacterAssembler();
    expect(characters.push(Uint8Array.of(0x61, 0xff, 0x62))).toBe("ab");
    expect(characters.push(Uint8Array.of(0xe6, 0x61))).toBe("a");
  });

  it("keeps a byte order mark that the model wrote", () => {
    expect(new CharacterAssembler().push(encoder.encode("\uFEFFx"))).toBe("\uFEFFx");
  });
});
