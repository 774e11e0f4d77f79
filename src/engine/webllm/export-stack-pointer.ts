/** The name under which {@link exportStackPointer} makes it visible. */
export const STACK_POINTER = "__stack_pointer";

const HEADER_BYTES = 8;
const IMPORTS = 2;
const GLOBALS = 6;
const EXPORTS = 7;
const KIND_GLOBAL = 3;
const I32 = 0x7f;
const MUTABLE = 1;

interface Section {
  readonly id: number;
  readonly content: Uint8Array;
}

/**
 * A WebAssembly program that also exports its stack pointer: by the convention of LLVM's linker the first global, a
 * mutable i32. One that is built otherwise comes back as it is.
 */
export function exportStackPointer(program: Uint8Array): Uint8Array {
  const sections = [...sectionsOf(program)];
  const globals = sections.find(({ id }) => id === GLOBALS);
  if (globals === undefined || !startsWithPointer(globals.content)) return program;
  if (sections.some(({ id, content }) => id === IMPORTS && importsGlobals(content))) return program;
  return join([
    program.subarray(0, HEADER_BYTES),
    ...sections.flatMap(({ id, content }) => {
      const written = id === EXPORTS ? withPointer(content) : content;
      return [Uint8Array.of(id, ...unsigned(written.length)), written];
    }),
  ]);
}

function* sectionsOf(program: Uint8Array): Generator<Section> {
  for (let at = HEADER_BYTES; at < program.length;) {
    const id = program[at] ?? 0;
    const [length, start] = readUnsigned(program, at + 1);
    yield { id, content: program.subarray(start, start + length) };
    at = start + length;
  }
}

function startsWithPointer(globals: Uint8Array): boolean {
  const [, at] = readUnsigned(globals, 0);
  return globals[at] === I32 && globals[at + 1] === MUTABLE;
}

/** Whether anything but functions is imported; only then would globals count from elsewhere. */
function importsGlobals(imports: Uint8Array): boolean {
  const [count, first] = readUnsigned(imports, 0);
  let at = first;
  for (let index = 0; index < count; index++) {
    for (let name = 0; name < 2; name++) {
      const [length, start] = readUnsigned(imports, at);
      at = start + length;
    }
    if (imports[at] !== 0) return true;
    [, at] = readUnsigned(imports, at + 1);
  }
  return false;
}

function withPointer(exports: Uint8Array): Uint8Array {
  const [count, start] = readUnsigned(exports, 0);
  const name = new TextEncoder().encode(STACK_POINTER);
  return join([
    Uint8Array.from(unsigned(count + 1)),
    exports.subarray(start),
    Uint8Array.of(name.length, ...name, KIND_GLOBAL, 0),
  ]);
}

/** An unsigned number in LEB128, and where the next byte is. */
function readUnsigned(bytes: Uint8Array, start: number): readonly [value: number, next: number] {
  let value = 0;
  let at = start;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 127) * factor;
    if (byte < 128) return [value, at];
  }
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...unsigned(Math.floor(value / 128))];
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
