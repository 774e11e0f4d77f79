/** `prefix` and 24 random hexadecimal digits, as `chatcmpl-0f3a…`. */
export function randomId(prefix: string): string {
  return prefix + crypto.randomUUID().replaceAll("-", "").slice(8);
}

/**
 * The `number`th id that belongs to the answer `id`. Ids of tool calls and output items are derived instead of drawn,
 * so that an answer that is encoded again (a resumed stream) carries the same ones.
 */
export function derivedId(prefix: string, id: string, number: number): string {
  const suffix = number.toString(36);
  return prefix + id.slice(suffix.length - 24) + suffix;
}
