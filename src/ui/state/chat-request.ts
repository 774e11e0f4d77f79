import type { ChatOptions, Turn } from "./conversation.ts";
import { splitThinking } from "./split-thinking.ts";

interface RequestToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message as `POST /v1/chat/completions` takes it. */
export type RequestMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string | null;
      readonly tool_calls?: readonly RequestToolCall[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** The body of `POST /v1/chat/completions`, with the fields this app uses. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly RequestMessage[];
  readonly stream: true;
  readonly stream_options: { readonly include_usage: true };
  readonly temperature?: number;
  readonly max_completion_tokens?: number;
  readonly response_format?: unknown;
  readonly tools?: unknown;
}

function toMessage(turn: Turn): RequestMessage | null {
  if (turn.role === "user") return { role: "user", content: turn.text };
  if (turn.role === "tool") return { role: "tool", tool_call_id: turn.callId, content: turn.text };
  // Earlier thoughts are no part of what was said; models are trained without them.
  const { answer: text } = splitThinking(turn.text);
  if (text === "" && turn.toolCalls.length === 0) return null;
  if (turn.toolCalls.length === 0) return { role: "assistant", content: text };
  return {
    role: "assistant",
    content: text === "" ? null : text,
    tool_calls: turn.toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}

/** The conversation so far as a request. Answers without text (failed before the first word) are left out. */
export function buildChatRequest(
  turns: readonly Turn[],
  options: ChatOptions,
  model: string,
): ChatRequest {
  const system = options.system.trim();
  const messages = turns.map(toMessage).filter((message) => message !== null);
  return {
    model,
    messages: system === "" ? messages : [{ role: "system", content: system }, ...messages],
    stream: true,
    stream_options: { include_usage: true },
    ...(options.temperature === null ? {} : { temperature: options.temperature }),
    ...(options.maxTokens === null ? {} : { max_completion_tokens: options.maxTokens }),
    ...(options.schema.trim() === ""
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: {
              name: "answer",
              schema: JSON.parse(options.schema) as unknown,
              strict: true,
            },
          },
        }),
    ...(options.tools.trim() === "" ? {} : { tools: JSON.parse(options.tools) as unknown }),
  };
}

/** True when the options ask for something that the defaults do not. */
export function differs(options: Partial<ChatOptions>, defaults: ChatOptions): boolean {
  return (Object.keys(options) as (keyof ChatOptions)[]).some(
    (key) => options[key] !== undefined && options[key] !== defaults[key],
  );
}
