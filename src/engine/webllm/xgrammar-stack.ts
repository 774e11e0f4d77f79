import { exportStackPointer, STACK_POINTER } from "./export-stack-pointer.ts";

/** One program serves all models, as WebLLM keeps it. */
let pointer: WebAssembly.Global<"i32"> | null = null;

/**
 * Runs what starts XGrammar's program when it is first needed, and gets hold of its stack pointer on the way. WebLLM
 * exports neither the program nor a way to it.
 */
export async function watchingStart<T>(work: () => Promise<T>): Promise<T> {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = (async (source: BufferSource, imports: WebAssembly.Imports) => {
    const program = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    const started = await instantiate(exportStackPointer(program).slice(), imports);
    const found = started.instance.exports[STACK_POINTER];
    if (found instanceof WebAssembly.Global) pointer = found as WebAssembly.Global<"i32">;
    return started;
  }) as typeof instantiate;
  try {
    return await work();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/**
 * Runs a call that may fail within XGrammar. A failure there leaves the program without unwinding: the stack pointer
 * stays where it was, each failure takes a piece of a stack of 64 KiB, and in the end the program writes over its own
 * data, traps at whatever it is asked, or never returns. So the pointer is set back.
 */
export async function keepingStack<T>(work: () => Promise<T>): Promise<T> {
  const before = pointer?.value;
  try {
    return await work();
  } catch (error) {
    if (pointer !== null && before !== undefined) pointer.value = before;
    throw error;
  }
}

/** A fault of the program itself, as "memory access out of bounds": it says nothing about what it was asked. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError && !error.message.startsWith("Aborted(");
}
