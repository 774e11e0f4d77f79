/** What a conversation may change about how it is answered. Empty texts and nulls: nothing is asked for. */
export interface ChatOptions {
  readonly system: string;
  /** 0 to 2. */
  readonly temperature: number | null;
  /** Tokens an answer may have. */
  readonly maxTokens: number | null;
  /** A JSON schema as text; the answer is JSON that fits it. */
  readonly schema: string;
  /** A JSON list of OpenAI tools, as text. */
  readonly tools: string;
}

/** Nothing asked for. */
export const noOptions: ChatOptions = {
  system: "",
  temperature: null,
  maxTokens: null,
  schema: "",
  tools: "",
};

/** How an answer came to its end; `running` while it has not. */
export type Ending =
  | "running"
  | "stop"
  | "length"
  | "tool-calls"
  /** By the reader. */
  | "stopped"
  | "failed"
  /** The page closed while it ran. */
  | "interrupted";

/** What an answer cost. Null where it could not be measured. */
export interface Figures {
  readonly firstTokenMs: number | null;
  readonly tokensPerSecond: number | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Tokens the model can hold. */
  readonly contextLength: number | null;
}

/** A function the model wants called. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it; not always whole. */
  readonly arguments: string;
}

/** Why an answer failed. */
export interface Fault {
  /** A sentence for a person. */
  readonly message: string;
  /** The API's code, or `network` when there was no response. */
  readonly code: string | null;
  readonly status: number | null;
}

export interface UserTurn {
  readonly role: "user";
  readonly id: string;
  readonly text: string;
  readonly created: number;
}

export interface AssistantTurn {
  readonly role: "assistant";
  readonly id: string;
  readonly text: string;
  readonly created: number;
  readonly model: string;
  readonly toolCalls: readonly ToolCall[];
  /** It was asked to be JSON. */
  readonly json: boolean;
  readonly ending: Ending;
  readonly figures: Figures | null;
  readonly fault: Fault | null;
}

/** What a called function returned, as the person or the page gave it. */
export interface ToolTurn {
  readonly role: "tool";
  readonly id: string;
  readonly text: string;
  readonly created: number;
  readonly callId: string;
  readonly name: string;
}

export type Turn = UserTurn | AssistantTurn | ToolTurn;

export interface Conversation {
  readonly id: string;
  readonly title: string;
  /** The title was given by hand, so it no longer follows the first line. */
  readonly named: boolean;
  readonly created: number;
  readonly updated: number;
  /** Only what differs from the defaults in the settings. */
  readonly options: Partial<ChatOptions>;
}

/** A title from the first line of what was asked. */
export function titleFrom(text: string, untitled: string): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line === "") return untitled;
  if (line.length <= 60) return line;
  const cut = line.slice(0, 60);
  const space = cut.lastIndexOf(" ");
  return `${space > 30 ? cut.slice(0, space) : cut}…`;
}
