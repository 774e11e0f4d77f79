import type { Constraint } from "../../engine/job.ts";
import { checkPatterns } from "./check-patterns.ts";
import type { Fields } from "./fields.ts";
import { prepareSchema } from "./prepare-schema.ts";

/**
 * `response_format` of chat, or `text.format` of the Responses API, where the schema's fields lie flat beside `type`.
 * Null: free text.
 */
export function readFormat(format: Fields | undefined, flat: boolean): Constraint | null {
  if (!format) return null;
  const type = format.need("type", format.oneOf("type", ["text", "json_object", "json_schema"]));
  if (type === "text") return null;
  if (type === "json_object") return { type };
  const fields = flat ? format : format.need(type, format.object(type));
  fields.identifier("name");
  fields.string("description");
  fields.boolean("strict");
  const schema = fields.need("schema", fields.object("schema"));
  checkPatterns(schema.values, schema.param(""));
  return { type, schema: prepareSchema(schema.values) };
}
