import type { Conversation, Turn } from "./conversation.ts";
import type { ConversationStore } from "./conversation-store.ts";

/** A conversation with its turns, as it travels in a file. */
export interface ExportedConversation {
  readonly conversation: Conversation;
  readonly turns: readonly Turn[];
}

interface ExportFile {
  readonly format: "slash-v1-chats";
  readonly version: 1;
  readonly conversations: readonly ExportedConversation[];
}

/** All conversations as the text of a JSON file. */
export async function exportConversations(store: ConversationStore): Promise<string> {
  await store.start();
  const conversations: ExportedConversation[] = [];
  for (const conversation of store.state.list ?? []) {
    conversations.push({ conversation, turns: await store.turnsOf(conversation.id) });
  }
  const file: ExportFile = { format: "slash-v1-chats", version: 1, conversations };
  return JSON.stringify(file, null, 2);
}

/**
 * One conversation as Markdown: for people, and to be read again. A mark that is not seen stands before each turn, since
 * answers have headings of their own.
 */
export function toMarkdown(
  conversation: Conversation,
  turns: readonly Turn[],
  you: string,
): string {
  const fence = (content: string) => {
    const longest = Math.max(2, ...[...content.matchAll(/`+/gu)].map(([run]) => run.length));
    const mark = "`".repeat(longest + 1);
    return `${mark}json\n${content}\n${mark}`;
  };
  const parts = turns.map((turn) => {
    const head = (name: string) => `<!-- slash-v1 ${turn.role} -->\n## ${name}`;
    if (turn.role === "user") return `${head(you)}\n\n${turn.text}`;
    if (turn.role === "tool") return `${head(turn.name)}\n\n${fence(turn.text)}`;
    const calls = turn.toolCalls.map((call) => `${call.name}\n\n${fence(call.arguments)}`);
    const said = turn.json && turn.text ? fence(turn.text) : turn.text;
    return [head(turn.model || "Model"), said, ...calls].filter(Boolean).join("\n\n");
  });
  return `${[`# ${conversation.title}`, ...parts].join("\n\n")}\n`;
}
