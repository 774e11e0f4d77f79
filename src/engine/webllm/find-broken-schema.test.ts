import { describe, expect, it } from "vitest";
import type { Json } from "../job.ts";
import { findBrokenSchema } from "./find-broken-schema.ts";

const compiles = async (schema: Json): Promise<boolean> =>
  !JSON.stringify(schema).includes("([a-z");

describe("findBrokenSchema", () => {
  it("A47: names the innermost part", async () => {
    const schema = {
      type: "object",
      properties: {
        good: { type: "string" },
        list: {
          type: "array",
          items: { anyOf: [{ type: "null" }, { type: "string", pattern: "([a-z" }] },
        },
      },
    };
    expect(await findBrokenSchema(schema, compiles)).toBe("properties.list.items.anyOf[1]");
  });

  it("names nothing when only the whole is at fault", async () => {
    expect(await findBrokenSchema({ type: "string", pattern: "([a-z" }, compiles)).toBe("");
    expect(await findBrokenSchema(true, compiles)).toBe("");
  });
});
