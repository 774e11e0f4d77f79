import { ApiError } from "../../engine/api-error.ts";
import type { Json } from "../../engine/job.ts";

/** Under these keys stand values, not schemas. */
const VALUES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "const",
  "default",
  "enum",
  "example",
  "examples",
]);
/** Under these keys stand schemas by a name that may be anything, `pattern` too. */
const BY_NAME: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "properties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/**
 * Refuses a schema with a regular expression that is none (JSON Schema has them as ECMA-262 does), and says which: the
 * grammar compiler has no words for it.
 *
 * @param param - where the schema stands in the request
 * @throws ApiError 400 `invalid_schema` at the part
 */
export function checkPatterns(schema: Json, param: string): void {
  walk(schema, param);
}

function walk(schema: Json, path: string): void {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) walk(item as Json, `${path}[${index}]`);
    return;
  }
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries<Json>(schema)) {
    const here = `${path}.${key}`;
    if (VALUES.has(key)) continue;
    if (key === "pattern" && typeof value === "string") check(value, here);
    if (key === "patternProperties" || BY_NAME.has(key)) eachNamed(key, value, here);
    else walk(value, here);
  }
}

function eachNamed(key: string, schemas: Json, path: string): void {
  if (typeof schemas !== "object" || schemas === null || Array.isArray(schemas)) return;
  for (const [name, schema] of Object.entries<Json>(schemas)) {
    const here = `${path}.${name}`;
    if (key === "patternProperties") check(name, here);
    walk(schema, here);
  }
}

function check(pattern: string, param: string): void {
  if (isRegExp(pattern, "u") || isRegExp(pattern, "")) return;
  throw new ApiError({
    status: 400,
    type: "invalid_request_error",
    code: "invalid_schema",
    param,
    message: `'${param}' is no regular expression: ${pattern.slice(0, 100)}`,
  });
}

function isRegExp(pattern: string, flags: string): boolean {
  try {
    return Boolean(new RegExp(pattern, flags));
  } catch {
    return false;
  }
}
