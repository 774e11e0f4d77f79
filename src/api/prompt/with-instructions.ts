import type { PromptMessage } from "../../engine/job.ts";

/** Adds system text to a conversation: to its first system message, or as a new one, since many templates take only one. */
export function withInstructions(
  messages: readonly PromptMessage[],
  text: string | null,
): readonly PromptMessage[] {
  if (!text) return messages;
  const [first, ...rest] = messages;
  return first?.role === "system"
    ? [{ role: "system", content: `${first.content}\n\n${text}` }, ...rest]
    : [{ role: "system", content: text }, ...messages];
}
