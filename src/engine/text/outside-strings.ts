/** Looks for a text outside of the strings of JSON that comes in pieces. */
export class OutsideStrings {
  #inString = false;
  #escaped = false;

  /**
   * Reads on.
   *
   * @returns where `wanted` begins in this piece, or may begin at its end: what stands there has not been read yet
   */
  find(piece: string, wanted: string): number {
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at];
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) {
        if (character === "\\") this.#escaped = true;
        else if (character === '"') this.#inString = false;
      } else if (wanted.startsWith(piece.slice(at, at + wanted.length))) return at;
      else if (character === '"') this.#inString = true;
    }
    return piece.length;
  }
}
