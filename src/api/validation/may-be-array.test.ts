import { expect, it } from "vitest";
import type { Json } from "../../engine/job.ts";
import { mayBeArray } from "./may-be-array.ts";

it.each<[boolean, Json]>([
  [true, { type: "array" }],
  [true, { type: ["object", "array"] }],
  [true, {}],
  [true, { title: "anything" }],
  [true, { enum: ["a", ["b"]] }],
  [true, { const: [] }],
  [true, { anyOf: [{ type: "object" }, { type: "array" }] }],
  [true, { $ref: "#/$defs/list", $defs: { list: { type: "array" } } }],
  [true, { $ref: "#/$defs/loop", $defs: { loop: { $ref: "#/$defs/loop" } } }],
  [true, { $ref: "#/$defs/nowhere" }],
  [false, { type: "object" }],
  [false, { properties: { a: {} } }],
  [false, { enum: ["a", 1] }],
  [false, { anyOf: [{ type: "object" }, { type: "string" }] }],
  [false, { allOf: [{ type: "object" }, {}] }],
  [false, { $ref: "#/$defs/a~1b", $defs: { "a/b": { type: "object" } } }],
])("%s for %j", (expected, schema) => {
  expect(mayBeArray(schema)).toBe(expected);
});

it("comes to an end where definitions refer to each other more often than anyone can follow", () => {
  const refs = (number: number): Json[] =>
    Array.from({ length: 6 }, () => ({ $ref: `#/$defs/d${number}` }));
  const chain = (last: Json): Json => ({
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries([
      ...Array.from({ length: 14 }, (_, at) => [`d${at}`, { anyOf: refs(at + 1) }]),
      ["d14", last],
    ]) as Record<string, Json>,
  });
  expect(mayBeArray(chain({ type: "object" }))).toBe(false);
  expect(mayBeArray(chain({ type: "array" }))).toBe(true);
  expect(mayBeArray({ allOf: Array.from({ length: 6 }, () => ({ $ref: "#" })) })).toBe(true);
});
