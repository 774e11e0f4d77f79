const plainKey = /^[A-Za-z_$][\w$]*$/u;

/** A JSON value as JavaScript source, as a person would write it: short things on one line, keys without quotes. */
export function jsLiteral(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const parts = Array.isArray(value)
    ? (inner: string) => value.map((item) => jsLiteral(item, inner))
    : (inner: string) =>
        Object.entries(value).map(
          ([key, item]) =>
            `${plainKey.test(key) ? key : JSON.stringify(key)}: ${jsLiteral(item, inner)}`,
        );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const flat = parts("");
  if (flat.length === 0) return open + close;
  const space = Array.isArray(value) ? "" : " ";
  const line = `${open}${space}${flat.join(", ")}${space}${close}`;
  if (!line.includes("\n") && line.length + indent.length <= 76) return line;
  const inner = `${indent}  `;
  return `${open}\n${parts(inner)
    .map((part) => inner + part)
    .join(",\n")},\n${indent}${close}`;
}

/** The entries of an object that are given; `null` and missing mean the same to the API. */
export function given(entries: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** An object without some of its keys. */
export function without(
  body: Readonly<Record<string, unknown>>,
  ...keys: readonly string[]
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));
}
