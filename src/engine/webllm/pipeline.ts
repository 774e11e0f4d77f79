import type { MLCEngine } from "@mlc-ai/web-llm";
import type { ChatTemplate } from "../prompt/chat-template.ts";
import type { TokenSpelling } from "./token-bytes.ts";

/**
 * The part of WebLLM's `LLMChatPipeline` that we drive ourselves, token by token.
 *
 * WebLLM exposes no token-level interface, but `n` > 1 streams, true logprobs, exact bytes, prefix reuse and stopping
 * within a step need one (docs/decisions/0003). The package is pinned to the exact version this was written against,
 * and {@link pipelineOf} fails at load, in words, should a member be missing.
 */
export interface Pipeline {
  readonly tokenizer: {
    encode(text: string): Int32Array;
    decode(tokens: Int32Array): string;
    idToToken(id: number): string;
  };
  readonly config: {
    readonly conv_template: ChatTemplate & {
      readonly system_prefix_token_ids?: readonly number[] | null;
    };
    readonly tokenizer_info?: {
      readonly token_postproc_method: TokenSpelling;
      readonly strip_space_in_decode?: boolean;
    };
    readonly token_table_postproc_method?: TokenSpelling;
  };
  readonly tvm: Tvm;
  readonly device: { sync(): Promise<void> };
  readonly kvCache?: TvmObject;
  readonly contextWindowSize: number;
  readonly slidingWindowSize: number;
  readonly prefillChunkSize: number;
  /** How many logits there are. */
  readonly fullVocabSize: number;
  readonly bosTokenId: number;
  readonly stopTokens: readonly number[];
  filledKVCacheLength: number;
  readonly appearedTokensFreq: Map<number, number>;
  grammarMatcher: GrammarMatcher | undefined;
  grammarCompiler: GrammarCompiler | undefined;
  readonly xgTokenizerInfo: unknown;
  resetChat(): void;
  resetGenerationRoundState(): void;
  setSeed(seed: number): void;
  embedAndForward(input: readonly (readonly number[])[], length: number): Promise<Tensor>;
  forwardDecodeToken(token: number): Promise<Tensor>;
  updateLogitsOnCPU(logits: Tensor): Tensor;
  sampleFromRawLogits(logits: Tensor, config: GenerationConfig): Promise<number>;
  commitSamplerState(token: number, config: GenerationConfig): void;
  prepareGrammarMatcherForSampling(config: GenerationConfig): Promise<void> | undefined;
}

/** What WebLLM samples with; the names are its own. */
export interface GenerationConfig {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly presence_penalty?: number;
  readonly frequency_penalty?: number;
  readonly repetition_penalty?: number;
  readonly logit_bias?: Readonly<Record<string, number>>;
  readonly response_format?: { readonly type: "json_object"; readonly schema: string };
}

export interface TvmObject {
  dispose(): void;
}

export interface Tensor extends TvmObject {
  toArray(): Float32Array;
  copyFrom(data: Float32Array): void;
}

export interface Tvm {
  readonly lib: { readonly webGPUContext?: { readonly device: GPUDevice } };
  beginScope(): void;
  endScope(): void;
  detachFromCurrentScope<T extends TvmObject>(object: T): T;
  getGlobalFunc(name: string): TvmObject & ((...values: unknown[]) => unknown);
  scalar(value: number, type: string): unknown;
}

/** XGrammar's objects, as its WebAssembly binding gives them. */
export interface GrammarMatcher extends TvmObject {
  reset(): void;
  isTerminated(): boolean;
  /** True when the text fits; the matcher has then moved past it. */
  _acceptString(text: string): boolean;
}
export interface CompiledGrammar extends TvmObject {}
export interface GrammarCompiler {
  compileJSONSchema(
    schema: string,
    anyWhitespace: boolean,
    indent: number,
    separators: undefined,
    strictMode: boolean,
    maxWhitespace: number,
  ): Promise<CompiledGrammar>;
  compileGrammar(grammar: string): Promise<CompiledGrammar>;
  compileStructuralTag(tag: string): Promise<CompiledGrammar>;
  dispose(): void;
}

const METHODS = [
  "resetChat",
  "resetGenerationRoundState",
  "setSeed",
  "embedAndForward",
  "forwardDecodeToken",
  "updateLogitsOnCPU",
  "sampleFromRawLogits",
  "commitSamplerState",
  "prepareGrammarMatcherForSampling",
] as const satisfies readonly (keyof Pipeline)[];

/**
 * The pipeline behind a model that a WebLLM engine has loaded.
 *
 * @throws Error when this WebLLM is not the version we were written against
 */
export function pipelineOf(engine: MLCEngine, model: string): Pipeline {
  const pipeline = anyPipelineOf(engine, model);
  for (const method of METHODS) {
    if (typeof Reflect.get(pipeline, method) !== "function") {
      throw new Error(`This version of WebLLM has no '${method}': use @mlc-ai/web-llm 0.2.86.`);
    }
  }
  return pipeline as Pipeline;
}

/** The part of WebLLM's pipeline of an embedding model that we use. */
export interface EmbeddingPipeline {
  readonly tokenizer: { encode(text: string): Int32Array };
  readonly contextWindowSize: number;
  readonly maxBatchSize: number;
  /** One vector an input; rejects when one is longer than the context. */
  embedStep(input: readonly (readonly number[])[]): Promise<readonly (readonly number[])[]>;
}

/**
 * The pipeline behind a model that embeds.
 *
 * @throws Error when this WebLLM is not the version we were written against
 */
export function embeddingPipelineOf(engine: MLCEngine, model: string): EmbeddingPipeline {
  const pipeline = anyPipelineOf(engine, model);
  if (typeof Reflect.get(pipeline, "embedStep") === "function")
    return pipeline as EmbeddingPipeline;
  throw new Error("This version of WebLLM has no 'embedStep': use @mlc-ai/web-llm 0.2.86.");
}

/** The device a model was put on, whatever kind of pipeline it has; undefined when that cannot be told. */
export function deviceOf(engine: MLCEngine, model: string): GPUDevice | undefined {
  const tvm: unknown = Reflect.get(anyPipelineOf(engine, model), "tvm");
  return (tvm as Tvm | undefined)?.lib.webGPUContext?.device;
}

/** True when the engine has loaded the model. */
export function hasPipeline(engine: MLCEngine, model: string): boolean {
  return findPipeline(engine, model) !== null;
}

function findPipeline(engine: MLCEngine, model: string): object | null {
  const pipelines: unknown = Reflect.get(engine, "loadedModelIdToPipeline");
  const pipeline: unknown = pipelines instanceof Map ? pipelines.get(model) : undefined;
  return typeof pipeline === "object" ? pipeline : null;
}

function anyPipelineOf(engine: MLCEngine, model: string): object {
  const pipeline = findPipeline(engine, model);
  if (pipeline !== null) return pipeline;
  throw new Error(`WebLLM has no pipeline for '${model}'.`);
}
