import { contextLengthExceeded, invalidRequest } from "../api-error.ts";
import type { GenerateEvent, GenerateJob, Prompt } from "../job.ts";
import { TokenText, type TextStep } from "../text/token-text.ts";
import type { TokenModel } from "./token-model.ts";

/** The engine's seeds are this many; a job's may be any integer. */
const SEED_RANGE = 2 ** 31;

/**
 * The tokens of a prompt that leaves room for an answer.
 *
 * @throws ApiError 400 `context_length_exceeded`
 */
function fittingTokens(prompt: Prompt, model: TokenModel): readonly number[] {
  const tokens = model.tokenize(prompt);
  if (tokens.length < model.contextLength) return tokens;
  throw contextLengthExceeded(tokens.length, model.contextLength);
}

/**
 * What must hold before a job may run on a model. Returns the prompt's tokens, so that it is tokenized once.
 *
 * @throws ApiError 400 for a prompt that does not fit, or a bias for a token that the model does not have
 */
export function checkJob(job: GenerateJob, model: TokenModel): readonly number[] {
  const tokens = fittingTokens(job.prompt, model);
  for (const prompt of job.following ?? []) fittingTokens(prompt, model);
  // The device adds a bias wherever it is told to, also beyond the logits.
  const last = model.vocabularySize - 1;
  for (const token of Object.keys(job.sampling.logitBias)) {
    if (Number(token) <= last) continue;
    throw invalidRequest(
      `Invalid key in 'logit_bias': this model's token ids are 0 to ${last}, but '${token}' was given.`,
      "logit_bias",
      "invalid_value",
    );
  }
  return tokens;
}

/**
 * Runs a job on a model that is ready: from `start` to `usage`. One step of the model at a time, so that an aborted
 * job stops within a step.
 *
 * @param alive - called at each sign of life within a long step
 * @param tokens - what {@link checkJob} gave for this very job and model, where it has been called already
 */
export async function* generate(
  job: GenerateJob,
  model: TokenModel,
  signal: AbortSignal,
  alive: () => void,
  tokens: readonly number[] = checkJob(job, model),
): AsyncGenerator<GenerateEvent> {
  await model.setConstraint(job.constraint);
  signal.throwIfAborted();

  const cachedTokens = job.promptLogprobs ? 0 : model.cachedTokens(tokens);
  const started = performance.now();
  const promptTokens = tokens.length;
  if (job.promptLogprobs) {
    const promptLogprobs = await model.prefillWithLogprobs(
      tokens,
      job.logprobs ?? 0,
      signal,
      alive,
    );
    yield { type: "start", promptTokens, cachedTokens, promptLogprobs };
  } else {
    // Before the prompt is read: what can be refused has been, and the client may have its headers.
    yield { type: "start", promptTokens, cachedTokens, promptLogprobs: null };
    await model.prefill(tokens, signal, alive);
  }
  const prefilled = performance.now();

  const limit = Math.min(job.maxTokens ?? Infinity, model.contextLength - promptTokens);
  const seed = startSeed(job.sampling.seed);
  let completionTokens = 0;
  for (let index = 0; index < job.n; index++) {
    const { sampling, constraint, logprobs } = job;
    await model.beginChoice(
      { sampling, seed: (seed + index) % SEED_RANGE, constraint, logprobs },
      index === job.n - 1,
    );
    completionTokens += yield* generateChoice(job, model, index, limit, signal);
  }
  const ended = performance.now();
  yield {
    type: "usage",
    promptTokens,
    cachedTokens,
    completionTokens,
    timings: { queueMs: 0, prefillMs: prefilled - started, decodeMs: ended - prefilled },
  };
}

/** A job without a seed gets a random one. */
function startSeed(seed: number | null): number {
  if (seed === null) return Math.floor(Math.random() * SEED_RANGE);
  return ((seed % SEED_RANGE) + SEED_RANGE) % SEED_RANGE;
}

/** One choice, from its first token to its `finish`. Returns how many tokens it has. */
async function* generateChoice(
  job: GenerateJob,
  model: TokenModel,
  index: number,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<GenerateEvent, number> {
  const text = new TokenText(job.stop, job.stopFree);
  const wantsLogprobs = job.logprobs !== null;
  for (let count = 0; ;) {
    const { token, logprob } = await model.sample();
    signal.throwIfAborted();
    if (model.isEnd(token)) {
      const rest = textEvent(text.flush(), index, wantsLogprobs);
      if (rest !== null) yield rest;
      yield { type: "finish", index, reason: "stop" };
      return count;
    }
    count++;
    const step = text.push(model.bytesOf(token), logprob);
    const event = textEvent(step, index, wantsLogprobs);
    if (event !== null) yield event;
    if (step.stopped) {
      yield { type: "finish", index, reason: "stop" };
      return count;
    }
    if (count >= limit) {
      const rest = text.flush();
      const last = textEvent(rest, index, wantsLogprobs);
      if (last !== null) yield last;
      yield { type: "finish", index, reason: rest.stopped ? "stop" : "length" };
      return count;
    }
    await model.advance(token);
    signal.throwIfAborted();
  }
}

/** Null when the step has made nothing certain. */
function textEvent(step: TextStep, index: number, wantsLogprobs: boolean): GenerateEvent | null {
  if (step.text === "" && step.logprobs.length === 0) return null;
  return { type: "text", index, text: step.text, logprobs: wantsLogprobs ? step.logprobs : null };
}
