import { describe, expect, it } from "vitest";
import { checkPatterns } from "./check-patterns.ts";

describe("checkPatterns", () => {
  it("names the part whose expression is broken, however deep (A47)", () => {
    const broken = { type: "string", pattern: "([a-z" };
    const schemas = {
      "properties.lamp.pattern": { properties: { lamp: broken } },
      "anyOf[1].items.pattern": { anyOf: [{ type: "null" }, { items: broken }] },
      "$defs.a.pattern": { $defs: { a: broken } },
      "patternProperties.*a": { patternProperties: { "*a": { type: "null" } } },
    };
    for (const [path, schema] of Object.entries(schemas)) {
      expect(() => checkPatterns(schema, "response_format")).toThrow(
        expect.objectContaining({
          status: 400,
          code: "invalid_schema",
          param: `response_format.${path}`,
          message: expect.stringContaining(`'response_format.${path}'`) as string,
        }) as Error,
      );
    }
  });

  it("takes what is an expression with or without the u flag, and what only looks like a pattern", () => {
    checkPatterns(
      {
        properties: {
          pattern: { type: "string", pattern: "^\\p{L}+$" },
          dash: { type: "string", pattern: "^[a\\-z]\\_$" },
        },
        default: { pattern: "([a-z" },
        enum: [{ pattern: "(" }],
      },
      "response_format",
    );
  });
});
