import type { Fields } from "../validation/fields.ts";

/**
 * The text of a `content` (or `output`) field: a string, or a list of text parts, joined.
 * `undefined` when the field is not given. Parts of other kinds (images, audio, files) are refused: the models here read text.
 */
export function contentText(fields: Fields, name: string): string | undefined {
  const value = fields.get(name);
  if (value === undefined || typeof value === "string") return value;
  if (!Array.isArray(value)) throw fields.wrongType(name, "one of a string or array of objects");
  return (fields.objects(name) ?? [])
    .map((part) => {
      const type = part.need("type", part.string("type"));
      if (type === "refusal") return part.need("refusal", part.string("refusal"));
      if (!TEXT_PARTS.has(type)) {
        throw part.invalid(
          "type",
          `Content of type '${type}' is not supported: the models here read text only.`,
        );
      }
      return part.need("text", part.string("text"));
    })
    .join("");
}

/** `text` in chat, the others in the Responses API. */
const TEXT_PARTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "text",
  "input_text",
  "output_text",
]);
