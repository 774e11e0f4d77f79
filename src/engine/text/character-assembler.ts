/**
 * Turns the bytes of tokens into whole characters.
 *
 * A character of several tokens is held until its last byte has come; bytes that can never become a character are
 * dropped, so U+FFFD never reaches a client (mudler/LocalAI#677).
 */
export class CharacterAssembler {
  readonly #decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  #held = 0;

  /** True while bytes of an unfinished character are held. */
  get isHolding(): boolean {
    return this.#held > 0;
  }

  /** The characters that these bytes complete; often empty. */
  push(bytes: Uint8Array): string {
    if (bytes.length === 0) return "";
    this.#held = unfinishedBytes(bytes, this.#held);
    const text = this.#decoder.decode(bytes, { stream: true });
    return text.includes("\uFFFD") ? text.replaceAll("\uFFFD", "") : text;
  }
}

/** How many bytes at the end of `bytes` (after `held` earlier ones) are the start of a character that goes on. */
function unfinishedBytes(bytes: Uint8Array, held: number): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? back : 0;
  }
  // Only continuation bytes: they belong to what was held, if anything was.
  return held > 0 && bytes.length < 3 ? held + bytes.length : 0;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
