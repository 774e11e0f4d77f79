/** What a value is, in the words of OpenAI's error messages. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a decimal";
  return `a${typeof value === "object" ? "n" : ""} ${typeof value}`;
}
