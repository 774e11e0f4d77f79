import { expect, it } from "vitest";
import { exampleSchema, exampleTools } from "../chat/option-examples.ts";
import { checkSchema, checkTools } from "./check-options.ts";

it("has nothing against empty fields and its own examples", () => {
  expect([
    checkSchema(""),
    checkTools(" "),
    checkSchema(exampleSchema),
    checkTools(exampleTools),
  ]).toEqual([null, null, null, null]);
});

it.each(["{", "[]", "7", "null"])("complains about the schema %s", (text) => {
  expect(checkSchema(text)).not.toBeNull();
});

it.each(["{}", "[]", "[{}]", '[{"type":"function"}]', '[{"type":"function","function":{}}]'])(
  "complains about the tools %s",
  (text) => {
    expect(checkTools(text)).not.toBeNull();
  },
);
