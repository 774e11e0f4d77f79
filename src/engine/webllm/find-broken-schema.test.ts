import { describe, expect, it } from "vitest";
import type { Json } from "../job.ts";
import { findBrokenPart, findBrokenSchema } from "./find-broken-schema.ts";

const compiles = async (schema: Json): Promise<boolean> =>
  !JSON.stringify(schema).includes("([a-z");

/** As a compiler that reads definitions only where something refers to them. */
const resolved =
  (inner: typeof compiles) =>
  async (schema: Json): Promise<boolean> => {
    const { $defs = {}, ...rest } = schema as { readonly $defs?: Record<string, Json> };
    const seen = new Set<string>();
    const reached = [JSON.stringify(rest)];
    for (const text of reached) {
      for (const [, name = ""] of text.matchAll(/#\/\$defs\/(\w+)/g)) {
        if (!seen.has(name)) reached.push(JSON.stringify($defs[name]));
        seen.add(name);
      }
    }
    return inner(reached);
  };

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

  it("finds a definition that is at fault, and not what refers to it", async () => {
    const list = { type: "array", items: { $ref: "#/$defs/name" } };
    const broken = { type: "string", pattern: "([a-z" };
    const schema = { properties: { list }, $defs: { list, name: broken, ok: { $ref: "#" } } };
    expect(await findBrokenSchema(schema, resolved(compiles))).toBe("$defs.name");
  });

  it("looks into a part with the definitions it refers to", async () => {
    const call = {
      type: "object",
      properties: { next: { $ref: "#/$defs/call" }, name: { pattern: "([a-z" } },
    };
    const schema = { items: { $ref: "#/$defs/call" }, $defs: { text: { type: "null" }, call } };
    expect(await findBrokenSchema(schema, resolved(compiles))).toBe("$defs.call.properties.name");
  });

  it("leaves out what refers to somewhere else in the whole", async () => {
    const away = { $ref: "#/properties/a", pattern: "([a-z" };
    expect(await findBrokenSchema({ anyOf: [{ items: away }, {}] }, compiles)).toBe("");
  });

  it("finds the structure whose schema is at fault", async () => {
    const structure = (schema: Json) => ({ begin: "<", schema, end: ">" });
    const bad = { properties: { name: { pattern: "([a-z" } } };
    const constraint = {
      type: "structural_tag",
      triggers: ["<"],
      structures: [structure({}), structure(bad)],
    } as const;
    expect(await findBrokenPart(constraint, compiles)).toBe("structures[1].schema.properties.name");
    expect(await findBrokenPart({ type: "json_schema", schema: bad }, compiles)).toBe(
      "properties.name",
    );
    expect(await findBrokenPart({ type: "json_object" }, compiles)).toBe("");
  });

  it("names nothing when only the whole is at fault", async () => {
    expect(await findBrokenSchema({ type: "string", pattern: "([a-z" }, compiles)).toBe("");
    expect(await findBrokenSchema(true, compiles)).toBe("");
  });
});
