import { formatCount, formatDuration, formatRate } from "../shared/format.ts";
import type { AssistantTurn } from "../state/conversation.ts";
import { words } from "../words.ts";

/** Why an answer ended, if not by itself. */
export function describeEnding(turn: AssistantTurn): string | null {
  const { endings } = words.chat;
  switch (turn.ending) {
    case "length": {
      const tokens = turn.figures?.completionTokens ?? null;
      return endings.length(tokens === null ? null : words.units.tokens(tokens));
    }
    case "stopped":
      return endings.stopped;
    case "interrupted":
      return endings.interrupted;
    case "tool-calls":
      return endings["tool-calls"];
    default:
      return null;
  }
}

/** What an answer cost, in short parts; what could not be measured is left out. */
export function describeFigures(turn: AssistantTurn): readonly string[] {
  const figures = turn.figures;
  if (!figures) return [];
  const { firstTokenMs, tokensPerSecond, promptTokens, completionTokens, contextLength } = figures;
  const parts: string[] = [];
  if (firstTokenMs !== null) parts.push(words.chat.firstToken(formatDuration(firstTokenMs)));
  if (tokensPerSecond !== null)
    parts.push(words.units.tokensPerSecond(formatRate(tokensPerSecond)));
  if (promptTokens !== null && completionTokens !== null) {
    const used = promptTokens + completionTokens;
    parts.push(
      contextLength
        ? words.chat.context(formatCount(used), formatCount(contextLength))
        : words.units.tokens(used),
    );
  }
  return parts;
}
