import { words } from "../words.ts";
import { type Conversation, titleFrom, type Turn } from "./conversation.ts";
import type { ExportedConversation } from "./export-conversations.ts";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const optionTexts = ["system", "schema", "tools"];
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

/** Null is a choice as well: the model's own temperature, answers as long as they fit. */
function readOptions(options: Fields): Conversation["options"] {
  const read = Object.entries(options).filter(([key, value]) =>
    key === "temperature" || key === "maxTokens"
      ? value === null || typeof value === "number"
      : optionTexts.includes(key) && typeof value === "string",
  );
  return Object.fromEntries(read) as Conversation["options"];
}

/** The conversations of a JSON file, or null when it is none of ours. What does not fit is left out. */
function readJson(file: string): readonly ExportedConversation[] | null {
  try {
    const value: unknown = JSON.parse(file);
    if (!isFields(value) || value["format"] !== "slash-v1-chats") return null;
    if (!Array.isArray(value["conversations"])) return null;
    return value["conversations"].map(readConversation).filter((one) => one !== null);
  } catch {
    return null;
  }
}

/** What `toMarkdown` puts before each turn. */
const heading = /^<!-- slash-v1 (user|assistant|tool) -->\n## ?(.*)$/gmu;

/**
 * The conversation of a Markdown file. What functions were called with and what they returned comes back as text:
 * Markdown does not say which call a result belongs to.
 */
function readMarkdown(file: string, now: number): readonly ExportedConversation[] | null {
  const plain = file.replaceAll("\r\n", "\n");
  const heads = [...plain.matchAll(heading)];
  if (heads.length === 0) return null;
  const turns = heads.map(({ 0: head, 1: role, 2: name = "", index }, at): Turn => {
    const said = plain.slice(index + head.length, heads[at + 1]?.index).trim();
    const base = { id: crypto.randomUUID(), created: now };
    if (role === "user") return { role, ...base, text: said };
    if (role === "tool") return { role: "user", ...base, text: `${name}\n\n${said}` };
    return {
      role: "assistant",
      ...base,
      text: said,
      model: name,
      toolCalls: [],
      json: false,
      ending: "stop",
      figures: null,
      fault: null,
    };
  });
  const [, title] = /^# (.+)$/mu.exec(plain.slice(0, heads[0]?.index)) ?? [];
  const first = turns[0]?.text ?? "";
  const conversation: Conversation = {
    id: crypto.randomUUID(),
    title: title ?? titleFrom(first, words.chat.untitled),
    named: title !== undefined,
    created: now,
    updated: now,
    options: {},
  };
  return [{ conversation, turns }];
}

/**
 * The conversations of a file that this app has written, as JSON or as Markdown; null when it is none of ours.
 *
 * @param now - when what a file says no time of counts as made
 */
export function readConversations(
  file: string,
  now: number,
): readonly ExportedConversation[] | null {
  return readJson(file) ?? readMarkdown(file, now);
}
