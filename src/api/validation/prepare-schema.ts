import type { Json, JsonObject } from "../../engine/job.ts";

/** Under these keys stand values, not schemas. */
const VALUES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "const",
  "default",
  "enum",
  "example",
  "examples",
]);

/** Under these keys stand schemas by name; a name means nothing, be it that of a keyword. */
const NAMED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/**
 * Readies a schema of a client for the grammar compiler.
 *
 * References count from the schema's own root; when it becomes a part of another one they are moved along. An object of
 * which nothing is said may hold anything, as JSON Schema has it; XGrammar 0.1.27 takes it for an empty one as soon as
 * an object with `properties: {}` is nearby, so it is said aloud.
 *
 * @param root where the schema will stand
 */
export function prepareSchema(schema: Json, root = "#"): Json {
  if (Array.isArray(schema)) return schema.map((item: Json) => prepareSchema(item, root));
  if (!isMap(schema)) return schema;
  const prepared = mapValues(schema, (value, key) => {
    if (VALUES.has(key)) return value;
    if (NAMED.has(key) && isMap(value))
      return mapValues(value, (part) => prepareSchema(part, root));
    const isReference = key === "$ref" && typeof value === "string" && value.startsWith("#");
    return isReference ? root + value.slice(1) : prepareSchema(value, root);
  });
  if (prepared["type"] === "object" && !("properties" in prepared)) {
    prepared["additionalProperties"] ??= true;
  }
  return prepared;
}

function isMap(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Safe for keys like `__proto__`, which an assignment would lose. */
function mapValues(
  map: JsonObject,
  make: (value: Json, key: string) => Json,
): Record<string, Json> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, make(value, key)]));
}
