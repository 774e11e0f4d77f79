/** How a tokenizer writes bytes in its vocabulary (`token_postproc_method` of `mlc-chat-config.json`). */
export type TokenSpelling = "byte_level" | "byte_fallback" | "raw";

const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);

/**
 * The bytes a vocabulary entry stands for.
 *
 * @param spelling - `byte_level`: GPT-2's table of printable stand-ins; `byte_fallback`: SentencePiece with `▁` for a
 *   space and `<0xE2>` for a lone byte; `raw`: as it is written
 */
export function tokenBytes(entry: string, spelling: TokenSpelling): Uint8Array {
  if (entry === "") return NOTHING;
  switch (spelling) {
    case "byte_level":
      return byteLevelBytes(entry);
    case "byte_fallback": {
      const lone = /^<0x([0-9A-Fa-f]{2})>$/.exec(entry);
      if (lone?.[1] !== undefined) return Uint8Array.of(Number.parseInt(lone[1], 16));
      return encoder.encode(entry.replaceAll("\u2581", " "));
    }
    case "raw":
      return encoder.encode(entry);
  }
}

function byteLevelBytes(entry: string): Uint8Array {
  const bytes = new Uint8Array(entry.length);
  let length = 0;
  for (const character of entry) {
    const byte = BYTE_OF_STAND_IN.get(character.codePointAt(0) ?? 0);
    // An added token (as `<tool_call>` or a run of spaces) is spelled as itself.
    if (byte === undefined) return encoder.encode(entry);
    bytes[length++] = byte;
  }
  return bytes.slice(0, length);
}

/**
 * GPT-2's table: printable Latin-1 characters stand for themselves, the other bytes for U+0100 and up, in order.
 */
const BYTE_OF_STAND_IN: ReadonlyMap<number, number> = (() => {
  const isPrintable = (byte: number): boolean =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
  const table = new Map<number, number>();
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) table.set(isPrintable(byte) ? byte : next++, byte);
  return table;
})();
