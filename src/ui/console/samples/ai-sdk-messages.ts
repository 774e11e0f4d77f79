interface AnyMessage {
  readonly role?: string;
  readonly content?: unknown;
  readonly name?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** OpenAI's messages in the AI SDK's own words: system text apart, calls and results as parts. */
export function aiSdkMessages(messages: unknown): {
  system: string | undefined;
  messages: unknown[];
} {
  const list = (Array.isArray(messages) ? messages : []) as AnyMessage[];
  const isSystem = (message: AnyMessage) =>
    message.role === "system" || message.role === "developer";
  const system = list
    .filter(isSystem)
    .map((message) => (typeof message.content === "string" ? message.content : ""))
    .join("\n\n");
  const names = new Map<string, string>();
  const others = list
    .filter((message) => !isSystem(message))
    .map((message): unknown => {
      if (message.role === "tool") {
        const id = message.tool_call_id ?? "";
        const value = typeof message.content === "string" ? message.content : "";
        return {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: id,
              toolName: names.get(id) ?? "",
              output: { type: "text", value },
            },
          ],
        };
      }
      if (!message.tool_calls?.length)
        return { role: message.role, content: message.content ?? "" };
      const calls = message.tool_calls.map((call) => {
        names.set(call.id ?? "", call.function?.name ?? "");
        return {
          type: "tool-call",
          toolCallId: call.id ?? "",
          toolName: call.function?.name ?? "",
          input: parsed(call.function?.arguments ?? "{}"),
        };
      });
      return { role: "assistant", content: calls };
    });
  return { system: system === "" ? undefined : system, messages: others };
}
