/// <reference types="vite/client" />
import { expect, it } from "vitest";
// oxlint-disable-next-line import/default -- Vite makes it
import source from "@mlc-ai/web-llm/lib/index.js?raw";
import { exportStackPointer, STACK_POINTER } from "./export-stack-pointer.ts";
import { isTrap, keepingStack, watchingStart } from "./xgrammar-stack.ts";

/** XGrammar's program as WebLLM carries it: of those in its bundle the one before `createGrammarCompiler`. */
function xgrammar(): Uint8Array<ArrayBuffer> {
  const before = source.slice(0, source.indexOf("createGrammarCompiler("));
  const start = before.lastIndexOf("data:application/octet-stream;base64,");
  const text = before.slice(before.indexOf(",", start) + 1, before.indexOf('"', start));
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Imports that do nothing, for whatever a program asks for. */
function imports(module: WebAssembly.Module): WebAssembly.Imports {
  const all: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (all[from] ??= {})[name] = () => 0;
  }
  return all;
}

it("exportStackPointer makes the pointer of the XGrammar that is installed visible", async () => {
  const program = xgrammar();
  const before = WebAssembly.Module.exports(await WebAssembly.compile(program));
  const changed = await WebAssembly.compile(exportStackPointer(program).slice());
  const after = WebAssembly.Module.exports(changed);
  expect(after).toEqual([...before, { name: STACK_POINTER, kind: "global" }]);
  const { exports } = await WebAssembly.instantiate(changed, imports(changed));
  const pointer = exports[STACK_POINTER] as WebAssembly.Global<"i32">;
  expect(pointer.value).toBeGreaterThanOrEqual(64 * 1024);
  pointer.value = 70_000;
  expect(pointer.value).toBe(70_000);
});

it("exportStackPointer leaves alone what has no such pointer", () => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  expect(exportStackPointer(empty)).toBe(empty);
});

it("keepingStack sets the pointer back after a failure, and only then", async () => {
  const program = xgrammar();
  const compiled = await WebAssembly.compile(program);
  const { instance } = await watchingStart(() =>
    WebAssembly.instantiate(program, imports(compiled)),
  );
  const pointer = instance.exports[STACK_POINTER] as WebAssembly.Global<"i32">;
  const start = pointer.value;
  const fails = keepingStack(async () => {
    pointer.value = start - 300;
    throw new Error("no grammar");
  });
  await expect(fails).rejects.toThrow("no grammar");
  expect(pointer.value).toBe(start);
  await keepingStack(async () => {
    pointer.value = start - 16;
  });
  expect(pointer.value).toBe(start - 16);
});

it("isTrap tells a fault of the program from its refusal", () => {
  expect(isTrap(new WebAssembly.RuntimeError("memory access out of bounds"))).toBe(true);
  expect(isTrap(new WebAssembly.RuntimeError("Aborted(). Build with -sASSERTIONS"))).toBe(false);
  expect(isTrap(12_345)).toBe(false);
});
