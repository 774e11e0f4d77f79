/** Less than this, and nobody asks whether the body is read. */
const FEW_BYTES = 8 * 1024 * 1024;
/** More than this is kept for nobody, however busy the reader is. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A reader that has taken nothing for so long does not read. A busy thread pauses, too, but not for so long. */
const PATIENCE_MS = 2_000;

/**
 * Tells from the bytes of a body that wait for its reader whether it is to be given up. A fast engine outruns a reader
 * that reads all the time; how much lies there says little, unless nothing of it is taken.
 */
export class UnreadBytes {
  #added = 0;
  #taken = 0;
  #takenAt = performance.now();

  /**
   * @param added - bytes that have just been added to the body
   * @param waiting - bytes that now wait in it
   * @returns true when nobody seems to read them
   */
  add(added: number, waiting: number): boolean {
    this.#added += added;
    const taken = this.#added - waiting;
    if (taken > this.#taken || waiting <= FEW_BYTES) {
      this.#taken = taken;
      this.#takenAt = performance.now();
    }
    return waiting > MOST_BYTES || performance.now() - this.#takenAt > PATIENCE_MS;
  }
}
