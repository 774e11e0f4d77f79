import { invalidRequest } from "../api-error.ts";
import type { ChoiceOptions, SampledToken, TokenModel } from "../generate/token-model.ts";
import { describeToken } from "../generate/token-logprobs.ts";
import type { Constraint, Prompt, TokenLogprob } from "../job.ts";
import { piecesOf, scriptIn, type Script } from "./script.ts";

/** As many ids as the embedded model has; a script's words get theirs as they come. */
const VOCABULARY = 49_152;
/** The token at which a scripted answer ends. */
const END = 0;
const LOGPROB = -0.25;
/** How long reading a chunk of the prompt takes at most. */
const CHUNK_MS = 1_000;
/** A pattern that no grammar compiler takes. */
const UNCOMPILABLE = '"pattern":"([a-z"';

/**
 * A test double for a model: it emits the tokens that the prompt's script names. Built only into the test build.
 *
 * What it replaces is the model alone; queue, text assembly, stop texts, limits and channel are the real ones.
 */
export class ScriptedModel implements TokenModel {
  readonly contextLength: number;
  readonly vocabularySize = VOCABULARY;
  readonly #loseDevice: () => void;
  readonly #ids = new Map<string, number>();
  readonly #bytes: Uint8Array[] = [new Uint8Array(0)];
  /** By token list: a waiting job is tokenized while another one runs. */
  readonly #scripts = new WeakMap<readonly number[], Script>();
  #script: Script = scriptIn("");
  #answer: readonly number[] = [];
  #position = 0;
  #seed = 0;
  #logprobs: number | null = null;
  #cached: readonly number[] = [];

  constructor(contextLength: number, loseDevice: () => void) {
    this.contextLength = contextLength;
    this.#loseDevice = loseDevice;
  }

  tokenize(prompt: Prompt): readonly number[] {
    const text =
      prompt.type === "text"
        ? prompt.text
        : prompt.messages.map(({ role, content }) => `<${role}>\n${content}\n`).join("");
    const last = prompt.type === "text" ? prompt.text : (prompt.messages.at(-1)?.content ?? "");
    const tokens = piecesOf(text).map((piece) => this.#id(new TextEncoder().encode(piece)));
    this.#scripts.set(tokens, scriptIn(last));
    return tokens;
  }

  bytesOf(token: number): Uint8Array {
    return this.#bytes[token] ?? new Uint8Array(0);
  }

  isEnd(token: number): boolean {
    return token === END;
  }

  async setConstraint(constraint: Constraint | null): Promise<void> {
    if (constraint !== null && JSON.stringify(constraint).includes(UNCOMPILABLE)) {
      throw invalidRequest(
        "'response_format' cannot be turned into a grammar.",
        "response_format",
        "invalid_schema",
      );
    }
  }

  cachedTokens(tokens: readonly number[]): number {
    let common = 0;
    while (common < tokens.length - 1 && tokens[common] === this.#cached[common]) common++;
    return common;
  }

  async prefill(tokens: readonly number[], signal: AbortSignal, alive: () => void): Promise<void> {
    this.#cached = tokens;
    this.#script = this.#scripts.get(tokens) ?? scriptIn("");
    // As a real model reads its prompt: chunk by chunk, with a sign of life after each.
    for (let left = this.#script.firstDelayMs; left > 0; left -= CHUNK_MS) {
      await sleep(Math.min(left, CHUNK_MS), signal);
      alive();
    }
  }

  async prefillWithLogprobs(
    tokens: readonly number[],
    top: number,
    signal: AbortSignal,
    alive: () => void,
  ): Promise<readonly TokenLogprob[]> {
    await this.prefill(tokens, signal, alive);
    return tokens.map((token, index) => ({
      ...describeToken(this.bytesOf(token), index === 0 ? -9999 : LOGPROB),
      top: index === 0 ? [] : this.#alternatives(token, top),
    }));
  }

  async beginChoice(options: ChoiceOptions): Promise<void> {
    const pieces = this.#script.pieces ?? [];
    const encoder = new TextEncoder();
    const once = pieces.map((piece) =>
      this.#id(typeof piece === "string" ? encoder.encode(piece) : Uint8Array.from(piece)),
    );
    this.#answer = Array.from({ length: this.#script.repeat }, () => once).flat();
    this.#position = 0;
    this.#seed = options.seed;
    this.#logprobs = options.logprobs;
  }

  async sample(): Promise<SampledToken> {
    const { clock, delayMs, failAfter, hangAfter, loseDeviceAfter } = this.#script;
    if (delayMs > 0) await sleep(delayMs);
    if (this.#position === failAfter) throw new Error("scripted failure");
    if (this.#position === loseDeviceAfter) this.#loseDevice();
    if (this.#position === hangAfter || this.#position === loseDeviceAfter) await never();
    const scripted = this.#answer[this.#position] ?? END;
    const token = clock && scripted !== END ? this.#id(timeStamp()) : scripted;
    return {
      token,
      logprob:
        this.#logprobs === null
          ? null
          : {
              ...describeToken(this.bytesOf(token), LOGPROB),
              top: this.#alternatives(token, this.#logprobs),
            },
    };
  }

  async advance(_token: number): Promise<void> {
    this.#position++;
  }

  #alternatives(token: number, top: number): TokenLogprob["top"] {
    return Array.from({ length: top }, (_, rank) =>
      describeToken(
        rank === 0 ? this.bytesOf(token) : new TextEncoder().encode(`alt${rank}s${this.#seed % 2}`),
        LOGPROB - rank,
      ),
    );
  }

  #id(bytes: Uint8Array): number {
    const key = bytes.join();
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.#bytes.length);
    return this.#bytes.push(bytes) - 1;
  }
}

function timeStamp(): Uint8Array {
  return new TextEncoder().encode(String(performance.timeOrigin + performance.now()));
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

function never(): Promise<never> {
  return new Promise(() => {});
}
