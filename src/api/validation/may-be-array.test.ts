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
