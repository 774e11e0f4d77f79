import { words } from "../words.ts";

/** What is wrong with a JSON text, in words; null when nothing is. `check` sees the parsed value. */
function checkJson(
  text: string,
  check: (value: unknown) => boolean,
  complaint: string,
): string | null {
  if (text.trim() === "") return null;
  try {
    return check(JSON.parse(text)) ? null : complaint;
  } catch (error) {
    return words.options.badJson(error instanceof Error ? error.message : "");
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Complaint about a JSON schema, or null. Whether the engine can compile it, only the engine knows. */
export function checkSchema(text: string): string | null {
  return checkJson(text, isObject, words.options.notObject);
}

function isTool(value: unknown): boolean {
  if (!isObject(value) || value["type"] !== "function") return false;
  const described = value["function"];
  return isObject(described) && typeof described["name"] === "string";
}

/** Complaint about a list of tools, or null. */
export function checkTools(text: string): string | null {
  return checkJson(
    text,
    (value) => Array.isArray(value) && value.length > 0 && value.every(isTool),
    words.options.notTools,
  );
}
