/**
 * Turns the bytes of tokens into whole characters.
 *
 * A character of several tokens is held until its last byte has come; bytes that can never become a character are
 * dropped, so U+FFFD never reaches a client (mudler/LocalAI#677).
 */
export class CharacterAssembler {
  readonly #decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  /** The bytes of an unfinished character. */
  #held: readonly number[] = [];

  /** True while bytes of an unfinished character are held. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** The characters that these bytes complete; often empty. */
  push(bytes: Uint8Array): string {
    if (bytes.length === 0) return "";
    const isWhole = (bytes.at(-1) ?? 0) < 0x80;
    this.#held = isWhole ? NONE : unfinished([...this.#held, ...bytes.subarray(-LONGEST)]);
    const text = this.#decoder.decode(bytes, { stream: true });
    return text.includes("\uFFFD") ? text.replaceAll("\uFFFD", "") : text;
  }
}

const NONE: readonly number[] = [];
/** Bytes of the longest character. */
const LONGEST = 4;

/** The end of `bytes` that is the start of a character which goes on. */
function unfinished(bytes: readonly number[]): readonly number[] {
  for (let back = 1; back < LONGEST && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (!isContinuation) return back < sequenceLength(byte) ? bytes.slice(-back) : [];
  }
  return [];
}

function sequenceLength(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
