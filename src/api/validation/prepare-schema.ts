import type { Json } from "../../engine/job.ts";

/** Under these keys stand values, not schemas. */
const VALUES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "const",
  "default",
  "enum",
  "example",
  "examples",
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
  if (typeof schema !== "object" || schema === null) return schema;
  const prepared: Record<string, Json> = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (VALUES.has(key)) return [key, value];
      const isReference = key === "$ref" && typeof value === "string" && value.startsWith("#");
      return [key, isReference ? root + value.slice(1) : prepareSchema(value, root)];
    }),
  );
  if (prepared["type"] === "object" && !("properties" in prepared)) {
    prepared["additionalProperties"] ??= true;
  }
  return prepared;
}
