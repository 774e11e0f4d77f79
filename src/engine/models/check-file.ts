import { createMD5, createSHA256 } from "hash-wasm";
import * as v from "valibot";

export interface FileHash {
  readonly algorithm: "md5" | "sha256";
  readonly hex: string;
}

/** A file that is only ever stored whole and checked. */
export interface VerifiedFile {
  readonly url: string;
  /** Name of the Cache API cache it lives in. */
  readonly cache: string;
  /** Expected length. */
  readonly bytes?: number;
  readonly hash?: FileHash;
  /** It must parse as JSON. */
  readonly json?: boolean;
  /** Its JSON must have this shape: an error message of a server is JSON, too. */
  readonly shape?: v.GenericSchema;
  /** It must begin as WebAssembly does. */
  readonly wasm?: boolean;
  /** What to store, instead of what the address has: a file of the user's disk. */
  readonly given?: Blob;
  /** Ask the server again, and keep what is stored only if it cannot be reached. */
  readonly fresh?: boolean;
}

/** What is wrong with what a server sent, or with a file of the disk. */
export class BadFile extends Error {
  /** The server means it: asking again will not help. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/**
 * Makes sure that a body is what its file should be.
 *
 * @throws BadFile with what is wrong
 */
export async function checkFile(file: VerifiedFile, body: Blob): Promise<void> {
  if (file.bytes !== undefined && body.size !== file.bytes) {
    throw new BadFile(`it has ${body.size} bytes instead of ${file.bytes}`);
  }
  if (file.hash !== undefined && (await hashOf(body, file.hash.algorithm)) !== file.hash.hex) {
    throw new BadFile("its content is damaged");
  }
  if (file.wasm === true && (await body.slice(0, 4).text()) !== "\0asm") {
    throw new BadFile("it is not WebAssembly");
  }
  if (file.json === true && !hasShape(await body.text(), file.shape ?? v.unknown())) {
    throw new BadFile("it is not the JSON it should be");
  }
}

/** True when a text is JSON of this shape. */
export function hasShape(text: string, shape: v.GenericSchema): boolean {
  try {
    return v.is(shape, JSON.parse(text));
  } catch {
    return false;
  }
}

async function hashOf(body: Blob, algorithm: FileHash["algorithm"]): Promise<string> {
  const hasher = await (algorithm === "md5" ? createMD5() : createSHA256());
  const reader = body.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return hasher.digest("hex");
    hasher.update(value);
  }
}
