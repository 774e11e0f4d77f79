import { describe, expect, it } from "vitest";

import { prepareSchema } from "./prepare-schema.ts";

describe("prepareSchema", () => {
  it("moves references to where the schema will stand", () => {
    expect(
      prepareSchema(
        { anyOf: [{ $ref: "#" }, { $ref: "#/$defs/a" }, { $ref: "http://x#/y" }] },
        "#/$defs/f",
      ),
    ).toEqual({
      anyOf: [{ $ref: "#/$defs/f" }, { $ref: "#/$defs/f/$defs/a" }, { $ref: "http://x#/y" }],
    });
  });

  it("opens objects of which nothing is said, and no others", () => {
    expect(
      prepareSchema({
        type: "object",
        properties: {
          any: { type: "object" },
          none: { type: "object", additionalProperties: false },
          empty: { type: "object", properties: {} },
          type: { type: "string" },
        },
      }),
    ).toEqual({
      type: "object",
      properties: {
        any: { type: "object", additionalProperties: true },
        none: { type: "object", additionalProperties: false },
        empty: { type: "object", properties: {} },
        type: { type: "string" },
      },
    });
  });

  it("takes a property for what it is, whatever its name", () => {
    const named = { default: { type: "object" }, enum: { $ref: "#/$defs/a" } };
    expect(
      prepareSchema({ properties: named, $defs: { const: { type: "object" } } }, "#/f"),
    ).toEqual({
      properties: {
        default: { type: "object", additionalProperties: true },
        enum: { $ref: "#/f/$defs/a" },
      },
      $defs: { const: { type: "object", additionalProperties: true } },
    });
  });

  it("leaves values alone", () => {
    const schema = {
      enum: [{ type: "object" }],
      const: { $ref: "#/a" },
      default: { type: "object" },
    };
    expect(prepareSchema(schema, "#/$defs/f")).toEqual(schema);
  });
});
