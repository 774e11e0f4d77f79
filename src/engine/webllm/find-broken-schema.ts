import type { Constraint, Json, JsonObject } from "../job.ts";

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const ONE = ["items", "additionalProperties", "contains", "not", "if", "then", "else"];
const LIST = ["anyOf", "oneOf", "allOf", "prefixItems"];
const DEFINITIONS = ["$defs", "definitions"];
const BY_NAME = ["properties", "patternProperties", ...DEFINITIONS];

/** True when a schema by itself can be compiled. */
type Compiles = (schema: Json) => Promise<boolean>;

/** Where a constraint breaks: the path of a part of it, as `structures[0].schema.properties.name`. Empty: not known. */
export async function findBrokenPart(constraint: Constraint, compiles: Compiles): Promise<string> {
  if (constraint.type === "json_schema") return findBrokenSchema(constraint.schema, compiles);
  if (constraint.type !== "structural_tag") return "";
  for (const [index, { schema }] of constraint.structures.entries()) {
    if (await compiles(schema)) continue;
    return joined(`structures[${index}].schema`, await findBrokenSchema(schema, compiles));
  }
  return "";
}

/**
 * Where a schema breaks: the path of its innermost part that does not compile by itself, as `properties.name.pattern`
 * without the last step. Empty when only the whole does not compile.
 *
 * @param root - what references count from
 */
export async function findBrokenSchema(
  schema: Json,
  compiles: Compiles,
  root: Json = schema,
): Promise<string> {
  if (!isObject(schema) || !isObject(root)) return "";
  const definitions = Object.fromEntries(
    Object.entries(root).filter(([key]) => DEFINITIONS.includes(key)),
  );
  const parts = partsOf(schema).map(([path, part]) => ({ path, part, refs: referencesIn(part) }));
  // A part that refers to a broken one does not compile either: the broken one is looked for first.
  for (const { path, part, refs } of parts.toSorted((a, b) => a.refs.length - b.refs.length)) {
    if (!refs.every((ref) => isDefined(ref, definitions)) || isReference(part)) continue;
    if (await compiles(isObject(part) && refs.length > 0 ? { ...part, ...definitions } : part)) {
      continue;
    }
    return joined(path, await findBrokenSchema(part, compiles, root));
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

function referencesIn(schema: Json): readonly string[] {
  // A quote within a text is escaped, so this finds keys alone.
  return [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref ?? "");
}

/** Where other references lead can only be told from the whole. */
function isDefined(reference: string, definitions: JsonObject): boolean {
  const [root, keyword, name] = reference.split("/");
  const named = DEFINITIONS.includes(keyword ?? "") ? definitions[keyword ?? ""] : undefined;
  return root === "#" && isObject(named) && name !== undefined && Object.hasOwn(named, name);
}

/** What is wrong with it is wrong where it leads. */
function isReference(schema: Json): boolean {
  return isObject(schema) && typeof schema["$ref"] === "string";
}

function joined(path: string, inner: string): string {
  return inner === "" ? path : `${path}.${inner}`;
}
