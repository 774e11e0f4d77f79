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

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const time = (value: unknown): number => (typeof value === "number" ? value : 0);

function readTurn(value: unknown): Turn | null {
  if (!isFields(value)) return null;
  const base = {
    id: text(value["id"]),
    text: text(value["text"]),
    created: time(value["created"]),
  };
  if (base.id === "") return null;
  if (value["role"] === "user") return { role: "user", ...base };
  if (value["role"] === "tool") {
    return { role: "tool", ...base, callId: text(value["callId"]), name: text(value["name"]) };
  }
  if (value["role"] !== "assistant") return null;
  const calls = Array.isArray(value["toolCalls"]) ? value["toolCalls"].filter(isFields) : [];
  const ending = value["ending"];
  return {
    role: "assistant",
    ...base,
    model: text(value["model"]),
    toolCalls: calls.map((call) => ({
      id: text(call["id"]),
      name: text(call["name"]),
      arguments: text(call["arguments"]),
    })),
    json: value["json"] === true,
    ending:
      ending === "length" || ending === "stopped" || ending === "tool-calls" ? ending : "stop",
    // Figures and faults belong to the device where they were measured.
    figures: null,
    fault: null,
  };
}

function readConversation(value: unknown): ExportedConversation | null {
  if (!isFields(value) || !isFields(value["conversation"]) || !Array.isArray(value["turns"]))
    return null;
  const { conversation } = value;
  const id = text(conversation["id"]);
  if (id === "") return null;
  const options = conversation["options"];
  return {
    conversation: {
      id,
      title: text(conversation["title"]) || id,
      named: conversation["named"] === true,
      created: time(conversation["created"]),
      updated: time(conversation["updated"]),
      options: isFields(options) ? readOptions(options) : {},
    },
    turns: value["turns"].map(readTurn).filter((turn) => turn !== null),
  };
}

function readOptions(options: Fields): Conversation["options"] {
  return {
    ...(typeof options["system"] === "string" ? { system: options["system"] } : {}),
    ...(typeof options["temperature"] === "number" ? { temperature: options["temperature"] } : {}),
    ...(typeof options["maxTokens"] === "number" ? { maxTokens: options["maxTokens"] } : {}),
    ...(typeof options["schema"] === "string" ? { schema: options["schema"] } : {}),
    ...(typeof options["tools"] === "string" ? { tools: options["tools"] } : {}),
  };
}

/** The conversations of a file, or null when it is none of ours. What does not fit is left out. */
export function readExport(file: string): readonly ExportedConversation[] | null {
  try {
    const value: unknown = JSON.parse(file);
    if (!isFields(value) || value["format"] !== "slash-v1-chats") return null;
    if (!Array.isArray(value["conversations"])) return null;
    return value["conversations"].map(readConversation).filter((one) => one !== null);
  } catch {
    return null;
  }
}

/** One conversation as Markdown, for people. */
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
    if (turn.role === "user") return `## ${you}\n\n${turn.text}`;
    if (turn.role === "tool") return `## ${turn.name}\n\n${fence(turn.text)}`;
    const calls = turn.toolCalls.map((call) => `${call.name}\n\n${fence(call.arguments)}`);
    const said = turn.json && turn.text ? fence(turn.text) : turn.text;
    return [`## ${turn.model || "Model"}`, said, ...calls].filter(Boolean).join("\n\n");
  });
  return `${[`# ${conversation.title}`, ...parts].join("\n\n")}\n`;
}
