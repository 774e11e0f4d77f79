import { expect, it } from "vitest";
import { checkRequest } from "./check-request.ts";

it("takes an object", () => {
  expect(checkRequest('{"a":0}')).toEqual({ body: { a: 0 }, fault: null });
});

it.each(["[]", "null", "7", '"x"'])("refuses %s as a whole", (text) => {
  expect(checkRequest(text)).toMatchObject({ body: null, fault: { line: null } });
});

it("finds the line that is wrong", () => {
  expect(checkRequest('{\n  "a": 1\n  "b": 2\n}').fault?.line).toBe(3);
  expect(checkRequest('{\n  "a": 1,\n').fault?.line).toBe(3);
});
