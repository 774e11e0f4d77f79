import type { RunningAnswer } from "./answer.ts";
import type { AssistantTurn, Figures } from "./conversation.ts";

const unknown: Figures = {
  firstTokenMs: null,
  tokensPerSecond: null,
  promptTokens: null,
  completionTokens: null,
  contextLength: null,
};

/**
 * An answer before anything of it is there.
 *
 * @param begun - an earlier part, which it goes on from
 */
export function newTurn(json: boolean, begun: AssistantTurn | null): AssistantTurn {
  return {
    role: "assistant",
    id: begun?.id ?? crypto.randomUUID(),
    text: begun?.text ?? "",
    created: Date.now(),
    model: "",
    toolCalls: [],
    json,
    ending: "running",
    fault: null,
    figures: unknown,
  };
}

/** An answer that has not been asked for yet. */
export function unsentAnswer(turn: AssistantTurn): RunningAnswer {
  return { turn, clock: { sent: null, first: null, last: null, pieces: 0 } };
}

/** The same once a model is asked. */
export function sentAnswer(
  { turn, clock }: RunningAnswer,
  model: string,
  contextLength: number,
): RunningAnswer {
  const figures = { ...(turn.figures ?? unknown), contextLength };
  return { turn: { ...turn, model, figures }, clock: { ...clock, sent: performance.now() } };
}
