import type { Json, JsonObject } from "../../engine/job.ts";

/** Keywords that speak of objects alone; a schema of nothing else is taken for one of objects by the grammar compiler. */
const OF_OBJECTS = ["properties", "required", "additionalProperties", "patternProperties"] as const;

/**
 * Whether a JSON text that fits a schema may begin with `[`.
 *
 * @param root what references count from
 */
export function mayBeArray(schema: Json, root: Json = schema): boolean {
  return mayBegin(schema, root, new Map(), 0);
}

/** @param known what has been found out: definitions may refer to each other more often than anyone can follow */
function mayBegin(
  schema: Json,
  root: Json,
  known: Map<JsonObject, boolean>,
  depth: number,
): boolean {
  if (!isMap(schema)) return schema !== false;
  // A schema that refers to itself before it says anything.
  if (depth > 32) return true;
  const before = known.get(schema);
  if (before !== undefined) return before;
  const may = says(schema, root, (part) => mayBegin(part, root, known, depth + 1));
  known.set(schema, may);
  return may;
}

function says(schema: JsonObject, root: Json, again: (part: Json) => boolean): boolean {
  const { $ref, type, const: constant, enum: values, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === "string") return again(partAt(root, $ref));
  if (type !== undefined) return [type].flat().includes("array");
  if (constant !== undefined) return Array.isArray(constant);
  if (Array.isArray(values)) return values.some((value) => Array.isArray(value));
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.some(again);
  if (Array.isArray(allOf)) return allOf.every(again);
  return !OF_OBJECTS.some((key) => key in schema);
}

/** What `#/a/b` points to; true, which allows everything, when that is nowhere. */
function partAt(root: Json, reference: string): Json {
  let part: Json | undefined = root;
  for (const key of reference.replace(/^#\/?/, "").split("/").filter(Boolean)) {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    part = isMap(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }
  return part ?? true;
}

function isMap(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
