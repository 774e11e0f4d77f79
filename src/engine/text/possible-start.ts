/** Length of the longest end of `text` that is the beginning of one of `texts`. */
export function possibleStart(text: string, texts: readonly string[]): number {
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  for (let length = Math.min(longest - 1, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (texts.some((one) => one.length > length && one.startsWith(end))) return length;
  }
  return 0;
}
