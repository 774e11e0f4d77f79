import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "..", "..", "model", "fixtures");

/** What the NumPy reference says to a prompt (`model/reference/make.py`). */
export interface Answer {
  readonly prompt: string;
  readonly promptTokens: readonly number[];
  /** The greedy continuation, and how far each token was ahead of the second best. */
  readonly tokens: readonly number[];
  readonly margins: readonly number[];
  readonly text: string;
  /** Logits after the prompt: the 64 highest, and 64 fixed tokens, by token. */
  readonly logits: Readonly<Record<string, number>>;
}

export const answers = (): readonly Answer[] => read("answers.json") as readonly Answer[];

/** What the reference says when the prompts of all {@link answers}, over and over, fill a context to its last token. */
export interface FullContext {
  /** Tokens of the prompt. */
  readonly length: number;
  /** The greedy continuation, to the last place in the context. */
  readonly tokens: readonly number[];
  readonly margins: readonly number[];
  readonly logits: Readonly<Record<string, number>>;
}

export const fullContexts = (): readonly FullContext[] =>
  read("full-contexts.json") as readonly FullContext[];

/** Texts with the ids llama.cpp gives them. */
export const tokenizedTexts = () =>
  read("tokens.json") as readonly (readonly [string, readonly number[]])[];

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}
