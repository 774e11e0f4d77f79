import { expect, it } from "vitest";
import { decodeEntities } from "./decode-entities.ts";

it.each([
  ["a &amp; b", "a & b"],
  ["&lt;b&gt;", "<b>"],
  ["&amp;lt;", "&lt;"],
  ["&#39;&#x27;", "''"],
  ["&#x1F600;", "😀"],
  ["&nosuch;", "&nosuch;"],
  ["&valueOf;&toString;", "&valueOf;&toString;"],
  ["AT&T", "AT&T"],
  ["&#0;&#xD800;&#x110000;", "\ufffd\ufffd\ufffd"],
])("%s reads %s", (text, read) => {
  expect(decodeEntities(text)).toBe(read);
});
