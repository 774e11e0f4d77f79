import type { Json, JsonObject } from "../job.ts";

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const ONE = ["items", "additionalProperties", "contains", "not", "if", "then", "else"];
const LIST = ["anyOf", "oneOf", "allOf", "prefixItems"];
const BY_NAME = ["properties", "patternProperties", "$defs", "definitions"];

/**
 * Where a schema breaks: the path of its innermost part that does not compile by itself, as `properties.name.pattern`
 * without the last step. Empty when only the whole does not compile.
 *
 * @param compiles - true when a schema by itself can be compiled
 */
export async function findBrokenSchema(
  schema: Json,
  compiles: (schema: Json) => Promise<boolean>,
): Promise<string> {
  if (!isObject(schema)) return "";
  for (const [path, part] of partsOf(schema)) {
    // A reference is right or wrong only where its definitions are.
    if (JSON.stringify(part).includes('"$ref"') || (await compiles(part))) continue;
    const inner = await findBrokenSchema(part, compiles);
    return inner === "" ? path : `${path}.${inner}`;
  }
  return "";
}

function partsOf(schema: JsonObject): (readonly [string, Json])[] {
  const parts: (readonly [string, Json])[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (ONE.includes(keyword) && isObject(value)) parts.push([keyword, value]);
    else if (LIST.includes(keyword) && Array.isArray(value)) {
      for (const [index, part] of (value as readonly Json[]).entries()) {
        parts.push([`${keyword}[${index}]`, part]);
      }
    } else if (BY_NAME.includes(keyword) && isObject(value)) {
      for (const [name, part] of Object.entries(value)) parts.push([`${keyword}.${name}`, part]);
    }
  }
  return parts;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
