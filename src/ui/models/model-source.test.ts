import { expect, it } from "vitest";
import { parseSource } from "./model-source.ts";

const library = "https://a.test/m.wasm";

it.each([
  [
    "https://huggingface.co/org/My-Model",
    "",
    { id: "My-Model", url: "https://huggingface.co/org/My-Model/resolve/main/", library },
  ],
  [
    "https://huggingface.co/org/My-Model/resolve/main/",
    "",
    { id: "My-Model", url: "https://huggingface.co/org/My-Model/resolve/main/", library },
  ],
  ["https://a.test/models/x", " mine ", { id: "mine", url: "https://a.test/models/x/", library }],
])("%s named %j", (url, id, source) => {
  expect(parseSource({ url, id, library })).toEqual({ source });
});

it.each([
  ["", library, "url"],
  ["ftp://a.test/x", library, "url"],
  ["https://a.test/x", "", "library"],
  ["https://a.test/x", "https://a.test/m.bin", "library"],
])("%j with %j lacks the %s", (url, wasm, fault) => {
  expect(parseSource({ url, id: "", library: wasm })).toEqual({ fault });
});
