import type { Constraint } from "../../engine/job.ts";
import { checkPatterns } from "./check-patterns.ts";
import type { Fields } from "./fields.ts";
import { prepareSchema } from "./prepare-schema.ts";

/** What an answer must look like. */
export interface Format {
  readonly constraint: Extract<Constraint, { type: "json_object" | "json_schema" }>;
  /** Where its schema stands in the request. */
  readonly param: string;
}

/**
 * `response_format` of chat, or `text.format` of the Responses API, where the schema's fields lie flat beside `type`.
 * Null: free text.
 */
export function readFormat(format: Fields | undefined, flat: boolean): Format | null {
  if (!format) return null;
  const type = format.need("type", format.oneOf("type", ["text", "json_object", "json_schema"]));
  if (type === "text") return null;
  if (type === "json_object") return { constraint: { type }, param: format.param("") };
  const fields = flat ? format : format.need(type, format.object(type));
  fields.identifier("name");
  fields.string("description");
  fields.boolean("strict");
  const schema = fields.need("schema", fields.object("schema"));
  const param = schema.param("");
  checkPatterns(schema.values, param);
  return { constraint: { type, schema: prepareSchema(schema.values) }, param };
}
