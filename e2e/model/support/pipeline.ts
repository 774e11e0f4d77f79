/**
 * The parts of WebLLM that these tests reach for below its public interface: single forward passes, the KV cache, and
 * the functions of the model library.
 */

interface Tensor {
  readonly shape: readonly number[];
  view(shape: readonly number[]): Tensor;
  copyFrom(source: Tensor | ArrayLike<number>): Tensor;
  toArray(): ArrayLike<number>;
}

/** A function of the library or the runtime; arguments and results are TVM objects. */
type LibraryFunction = (...args: readonly unknown[]) => Tensor & { get(index: number): Tensor };

interface Runtime {
  beginScope(): void;
  endScope(): void;
  empty(shape: readonly number[], dtype: string, device: unknown): Tensor;
  cpu(): unknown;
  scalar(value: number, dtype: string): unknown;
  getGlobalFunc(name: string): LibraryFunction;
}

/** WebLLM's `LLMChatPipeline`. */
export interface Pipeline {
  readonly tvm: Runtime;
  readonly device: { sync(): Promise<void> };
  readonly kvCache: unknown;
  readonly tokenizer: { encode(text: string): Int32Array; decode(ids: Int32Array): string };
  filledKVCacheLength: number;
  fsoftmaxWithTemperature: LibraryFunction;
  fargsortProbs: LibraryFunction;
  fsampleWithTopP: LibraryFunction;
  fapplyBitmask: LibraryFunction;
  fapplyPenalty: LibraryFunction;
  fapplyLogitBias: LibraryFunction;
  resetChat(): void;
  embedAndForward(chunks: readonly (readonly number[])[], length: number): Promise<Tensor>;
}

/** What the page of {@link startModelPage} keeps on its global object. */
export interface ModelPageGlobals {
  pipeline: Pipeline;
  engine: {
    chat: { completions: { create(request: object): Promise<ChatAnswer> } };
  };
  /** Runs tokens through the model, in chunks as WebLLM does, and returns the last token's logits. */
  readonly forward: (ids: readonly number[]) => Promise<Float32Array>;
}

/** The part of a chat completion that is looked at. */
export interface ChatAnswer {
  readonly choices: readonly {
    readonly finish_reason: string;
    readonly message: { readonly content: string };
    readonly logprobs: {
      readonly content: readonly {
        readonly token: string;
        readonly logprob: number;
        readonly top_logprobs: readonly { readonly token: string; readonly logprob: number }[];
      }[];
    } | null;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}
