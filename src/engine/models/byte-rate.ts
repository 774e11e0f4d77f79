/** Over how many milliseconds a speed is measured. */
const WINDOW_MS = 4_000;

/** The speed of something that counts bytes, over the last few seconds. */
export class ByteRate {
  #samples: { readonly time: number; readonly bytes: number }[] = [];

  /** @returns bytes a second; null until it can be told. */
  add(bytes: number, time = performance.now()): number | null {
    this.#samples.push({ time, bytes });
    this.#samples = this.#samples.filter((sample) => time - sample.time <= WINDOW_MS);
    const [first] = this.#samples;
    if (first === undefined || time - first.time < 200) return null;
    return Math.max(0, ((bytes - first.bytes) / (time - first.time)) * 1000);
  }
}
