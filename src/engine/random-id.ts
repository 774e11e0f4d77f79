/**
 * `prefix` and 24 random hexadecimal digits, as `chatcmpl-0f3a…`. Not by `crypto.randomUUID`: an insecure page has none,
 * and gets its clear words all the same.
 */
export function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return prefix + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The `number`th id that belongs to the answer `id`. Ids of tool calls and output items are derived instead of drawn,
 * so that an answer that is encoded again (a resumed stream) carries the same ones.
 */
export function derivedId(prefix: string, id: string, number: number): string {
  const suffix = number.toString(36);
  return prefix + id.slice(suffix.length - 24) + suffix;
}
