import { toApiError } from "../api-error.ts";
import type { ChoiceOptions, SampledToken, TokenModel } from "../generate/token-model.ts";
import { describeToken, tokenLogprobs, UNREACHABLE_LOGPROB } from "../generate/token-logprobs.ts";
import type { Constraint, Prompt, TokenLogprob } from "../job.ts";
import { encodeSegments } from "../prompt/encode-segments.ts";
import { renderChat } from "../prompt/chat-template.ts";
import { KvTokens } from "./kv-tokens.ts";
import { PipelineGrammar } from "./pipeline-grammar.ts";
import type { GenerationConfig, Pipeline, Tensor } from "./pipeline.ts";
import { mixSeed } from "./mix-seed.ts";
import { tokenBytes } from "./token-bytes.ts";

/** WebLLM refuses 0, which OpenAI allows: it means the best token only. */
const SMALLEST_TOP_P = 1e-5;

/** WebLLM asks for a response format to know that a grammar is active; which one is set on the matcher itself. */
const CONSTRAINED = { type: "json_object", schema: "{}" } as const;

/** A model that WebLLM has put on the device, driven token by token through its pipeline. */
export class PipelineModel implements TokenModel {
  readonly #pipeline: Pipeline;
  readonly #controlTokens: ReadonlyMap<number, string>;
  readonly #grammar: PipelineGrammar;
  readonly #kv: KvTokens;
  readonly #chunk: number;
  /** Logits of the last token that was read; owned here. */
  #logits: Tensor | null = null;
  #prompt: readonly number[] = [];
  /** The prompt's logits, kept when further choices will start from them. */
  #promptLogits: Float32Array | null = null;
  #config: GenerationConfig = {};
  #constrained: GenerationConfig = {};
  #logprobs: number | null = null;
  #isFirstToken = true;

  /**
   * @param controlTokens - id and text of the tokens that are never part of an answer's text
   * @param chunk - tokens to read at once; a prompt can be abandoned between chunks
   */
  constructor(pipeline: Pipeline, controlTokens: ReadonlyMap<number, string>, chunk: number) {
    this.#pipeline = pipeline;
    this.#controlTokens = controlTokens;
    this.#grammar = new PipelineGrammar(pipeline);
    this.#chunk = Math.max(1, Math.min(chunk, pipeline.prefillChunkSize));
    this.#kv = new KvTokens(pipeline, this.#chunk);
  }

  get contextLength(): number {
    const { contextWindowSize, slidingWindowSize } = this.#pipeline;
    return slidingWindowSize === -1 ? contextWindowSize : slidingWindowSize;
  }

  get vocabularySize(): number {
    return this.#pipeline.fullVocabSize;
  }

  tokenize(prompt: Prompt): readonly number[] {
    const { tokenizer, config, bosTokenId } = this.#pipeline;
    const encode = (text: string): Int32Array => tokenizer.encode(text);
    if (prompt.type === "text") {
      const tokens = encodeSegments(
        [{ text: prompt.text, kind: "content" }],
        [...this.#controlTokens.values()],
        encode,
      );
      return tokens.length === 0 ? [bosTokenId] : tokens;
    }
    const segments = renderChat(config.conv_template, prompt.messages);
    const tokens = encodeSegments(segments, [...this.#controlTokens.values()], encode);
    return [...(config.conv_template.system_prefix_token_ids ?? []), ...tokens];
  }

  bytesOf(token: number): Uint8Array {
    const { tokenizer, config } = this.#pipeline;
    if (this.#controlTokens.has(token)) return new Uint8Array(0);
    const spelling =
      config.tokenizer_info?.token_postproc_method ?? config.token_table_postproc_method ?? "raw";
    const bytes = tokenBytes(tokenizer.idToToken(token), spelling);
    // SentencePiece writes a space before the first word of a text.
    const opensText = this.#isFirstToken && config.tokenizer_info?.strip_space_in_decode === true;
    return opensText && bytes[0] === 0x20 ? bytes.slice(1) : bytes;
  }

  isEnd(token: number): boolean {
    return this.#pipeline.stopTokens.includes(token);
  }

  setConstraint(constraint: Constraint | null): Promise<void> {
    return this.#grammar.set(constraint);
  }

  cachedTokens(tokens: readonly number[]): number {
    return this.#kv.reusable(tokens);
  }

  async prefill(tokens: readonly number[], signal: AbortSignal, alive: () => void): Promise<void> {
    this.#prompt = tokens;
    this.#promptLogits = null;
    this.#kv.truncate(this.#kv.reusable(tokens));
    await this.#readRest(signal, alive);
  }

  async prefillWithLogprobs(
    tokens: readonly number[],
    top: number,
    signal: AbortSignal,
    alive: () => void,
  ): Promise<readonly TokenLogprob[]> {
    this.#prompt = tokens;
    this.#promptLogits = null;
    this.#kv.truncate(0);
    const [first] = tokens;
    const entries: TokenLogprob[] =
      first === undefined
        ? []
        : [{ ...describeToken(this.#bytes(first), UNREACHABLE_LOGPROB), top: [] }];
    // WebLLM gives the logits of the last token of a chunk only: one token at a time.
    for (const [index, token] of tokens.entries()) {
      signal.throwIfAborted();
      await this.#read([token]);
      alive();
      const next = tokens[index + 1];
      if (next === undefined) break;
      entries.push(tokenLogprobs(await this.#rawLogits(), next, top, (id) => this.#bytes(id)));
    }
    return entries;
  }

  async beginChoice(options: ChoiceOptions, last: boolean): Promise<void> {
    const { sampling } = options;
    if (this.#promptLogits !== null) {
      this.#kv.truncate(this.#prompt.length);
      await this.#readRest();
      // Sampling writes penalties and masks into the logits: every choice starts from the model's own.
      this.#logits?.copyFrom(this.#promptLogits);
    }
    this.#promptLogits = last ? null : (this.#promptLogits ?? (await this.#rawLogits()).slice());
    this.#pipeline.resetGenerationRoundState();
    this.#pipeline.setSeed(mixSeed(options.seed));
    this.#grammar.restart();
    this.#isFirstToken = true;
    this.#logprobs = options.logprobs;
    this.#config = {
      temperature: sampling.temperature,
      top_p: Math.max(sampling.topP, SMALLEST_TOP_P),
      presence_penalty: sampling.presencePenalty,
      frequency_penalty: sampling.frequencyPenalty,
      repetition_penalty: 1,
      ...(Object.keys(sampling.logitBias).length > 0 && { logit_bias: sampling.logitBias }),
    };
    this.#constrained = { ...this.#config, response_format: CONSTRAINED };
  }

  async sample(): Promise<SampledToken> {
    const top = this.#logprobs;
    const isNearTrigger = this.#grammar.isNearTrigger;
    // Sampling writes penalties and masks into the logits.
    const raw = top === null && !isNearTrigger ? null : (await this.#rawLogits()).slice();
    let token = await this.#draw();
    if (!this.#take(token) && raw !== null) {
      this.#currentLogits().copyFrom(raw);
      token = await this.#draw();
      this.#take(token);
    }
    const logprob =
      raw === null || top === null ? null : tokenLogprobs(raw, token, top, (id) => this.#bytes(id));
    return { token, logprob };
  }

  #draw(): Promise<number> {
    const config = this.#grammar.isActive ? this.#constrained : this.#config;
    return this.#pipeline.sampleFromRawLogits(this.#currentLogits(), config);
  }

  /** Takes note of a token. @returns false when the grammar wants another one in its place */
  #take(token: number): boolean {
    if (this.isEnd(token)) return true;
    const config = this.#grammar.isActive ? this.#constrained : this.#config;
    this.#pipeline.commitSamplerState(token, config);
    if (!this.#grammar.observe(this.#pipeline.tokenizer.decode(Int32Array.of(token)))) return false;
    const seen = this.#pipeline.appearedTokensFreq;
    seen.set(token, (seen.get(token) ?? 0) + 1);
    return true;
  }

  async advance(token: number): Promise<void> {
    this.#isFirstToken = false;
    this.#logits?.dispose();
    this.#logits = null;
    this.#logits = await this.#pipeline.forwardDecodeToken(token);
    this.#kv.appendDecoded(token);
  }

  /** A token's bytes wherever it stands. */
  #bytes(token: number): Uint8Array {
    const first = this.#isFirstToken;
    this.#isFirstToken = false;
    const bytes = this.bytesOf(token);
    this.#isFirstToken = first;
    return bytes;
  }

  /** Reads what the cache does not hold of the prompt. */
  async #readRest(signal?: AbortSignal, alive = (): void => {}): Promise<void> {
    while (this.#kv.length < this.#prompt.length) {
      signal?.throwIfAborted();
      await this.#read(this.#prompt.slice(this.#kv.length, this.#kv.length + this.#chunk));
      alive();
    }
  }

  /** Reads a chunk of the prompt and waits for the device, so that no more than a chunk is ever under way. */
  async #read(chunk: readonly number[]): Promise<void> {
    const { tvm, device } = this.#pipeline;
    this.#logits?.dispose();
    this.#logits = null;
    tvm.beginScope();
    try {
      const logits = await this.#pipeline.embedAndForward([chunk], chunk.length);
      this.#logits = tvm.detachFromCurrentScope(logits);
    } finally {
      tvm.endScope();
    }
    this.#kv.appendRead(chunk);
    await device.sync();
  }

  async #rawLogits(): Promise<Float32Array> {
    const { tvm, device } = this.#pipeline;
    const logits = this.#currentLogits();
    tvm.beginScope();
    let host: Tensor;
    try {
      host = this.#pipeline.updateLogitsOnCPU(logits);
    } finally {
      tvm.endScope();
    }
    await device.sync();
    return host.toArray();
  }

  #currentLogits(): Tensor {
    if (this.#logits === null) throw toApiError(new Error("No token has been read."));
    return this.#logits;
  }
}
