import type { AssistantTurn, Ending, Fault, ToolCall } from "./conversation.ts";

/** The parts of a `chat.completion.chunk` that the app reads. All of it comes from outside, so all is optional. */
export interface AnswerChunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly index?: number;
        readonly id?: string;
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
  } | null;
  readonly error?: { readonly message?: string; readonly code?: string | null };
}

/** What is measured while an answer streams. Times are `performance.now()`. */
export interface AnswerClock {
  /** Null when it was sent before this page, so that nothing can be measured. */
  readonly sent: number | null;
  readonly first: number | null;
  readonly last: number | null;
  /** Deltas with text: stands in for tokens when the answer was stopped before its usage came. */
  readonly pieces: number;
}

/** An answer while it streams. */
export interface RunningAnswer {
  readonly turn: AssistantTurn;
  readonly clock: AnswerClock;
}

const endings: Readonly<Record<string, Ending>> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
};

function addCalls(
  calls: readonly ToolCall[],
  deltas: NonNullable<NonNullable<AnswerChunk["choices"]>[number]["delta"]>["tool_calls"],
): readonly ToolCall[] {
  if (!deltas?.length) return calls;
  const next = [...calls];
  for (const delta of deltas) {
    const index = delta.index ?? next.length;
    const before = next[index] ?? { id: "", name: "", arguments: "" };
    next[index] = {
      id: delta.id ?? before.id,
      name: before.name + (delta.function?.name ?? ""),
      arguments: before.arguments + (delta.function?.arguments ?? ""),
    };
  }
  return next;
}

/** Adds one chunk of the stream to the answer. */
export function applyChunk(answer: RunningAnswer, chunk: AnswerChunk, now: number): RunningAnswer {
  let { turn, clock } = answer;
  const choice = chunk.choices?.[0];
  const text = choice?.delta?.content ?? "";
  const calls = addCalls(turn.toolCalls, choice?.delta?.tool_calls);
  if (text !== "" || calls !== turn.toolCalls) {
    turn = { ...turn, text: turn.text + text, toolCalls: calls };
    clock = { ...clock, first: clock.first ?? now, last: now, pieces: clock.pieces + 1 };
  }
  if (choice?.finish_reason) {
    turn = { ...turn, ending: endings[choice.finish_reason] ?? "stop" };
  }
  if (chunk.usage) turn = { ...turn, figures: figuresOf(turn, clock, chunk.usage) };
  return { turn, clock };
}

function figuresOf(
  turn: AssistantTurn,
  clock: AnswerClock,
  usage: NonNullable<AnswerChunk["usage"]> | null,
): AssistantTurn["figures"] {
  const tokens = usage?.completion_tokens ?? clock.pieces;
  const timed = clock.sent !== null && clock.first !== null && clock.last !== null;
  const span = timed ? clock.last - clock.first : 0;
  return {
    firstTokenMs: clock.first === null || clock.sent === null ? null : clock.first - clock.sent,
    // The first token is the start of the clock, so one fewer than all were made in that time.
    tokensPerSecond: tokens > 2 && span > 0 ? ((tokens - 1) * 1000) / span : null,
    promptTokens: usage?.prompt_tokens ?? null,
    completionTokens: usage?.completion_tokens ?? null,
    contextLength: turn.figures?.contextLength ?? null,
  };
}

/** The answer once nothing more comes. */
export function endAnswer(
  answer: RunningAnswer,
  ending: Ending,
  fault: Fault | null = null,
): AssistantTurn {
  const { turn, clock } = answer;
  const measured = turn.figures?.promptTokens === undefined || turn.figures.promptTokens === null;
  return {
    ...turn,
    ending,
    fault,
    figures: measured && clock.first !== null ? figuresOf(turn, clock, null) : turn.figures,
  };
}
