import * as fc from "fast-check";
import { expect, it } from "vitest";
import { jsLiteral } from "./js-literal.ts";

it("writes short things on one line and long ones on several", () => {
  expect(jsLiteral({ a: 1, "b-c": [true, null] })).toBe('{ a: 1, "b-c": [true, null] }');
  expect(jsLiteral({ text: "x".repeat(80) })).toBe(`{\n  text: "${"x".repeat(80)}",\n}`);
  expect(jsLiteral([])).toBe("[]");
});

it("means the value it was made of", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // `__proto__` as a plain key sets the prototype, in a literal as in the source of a page.
      fc.pre(!JSON.stringify(value).includes("__proto__"));
      // oxlint-disable-next-line typescript/no-implied-eval -- the point is to run it
      const read: unknown = new Function(`return ${jsLiteral(value)}`)();
      expect(read).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
