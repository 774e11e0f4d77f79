/** What the app reads of any chunk of any route; all of it comes from outside. */
interface AnyChunk {
  readonly choices?: readonly {
    readonly index?: number;
    readonly text?: string;
    readonly delta?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly index?: number;
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly message?: {
      readonly content?: string | null;
      readonly tool_calls?: readonly {
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
  }[];
  /** The Responses API. */
  readonly type?: string;
  readonly delta?: unknown;
  readonly output?: readonly {
    readonly content?: readonly { readonly text?: string }[];
    readonly name?: string;
    readonly arguments?: string;
  }[];
  readonly error?: { readonly message?: string };
}

/** What a response says once its pieces are joined. */
export interface AssembledText {
  /** One text per choice. */
  readonly texts: readonly string[];
  /** `name(arguments)` per call. */
  readonly calls: readonly string[];
  readonly error: string | null;
}

/** Joins the parsed chunks of a stream, or the one body of a whole response, into what they say. */
export function assemble(values: readonly unknown[]): AssembledText {
  const texts: string[] = [];
  const calls: { name: string; arguments: string }[] = [];
  let error: string | null = null;
  const say = (index: number, text: string | null | undefined) => {
    if (text) texts[index] = (texts[index] ?? "") + text;
  };
  for (const value of values) {
    if (typeof value !== "object" || value === null) continue;
    const chunk = value as AnyChunk;
    if (chunk.error?.message) error = chunk.error.message;
    for (const choice of chunk.choices ?? []) {
      const index = choice.index ?? 0;
      say(index, choice.text ?? choice.delta?.content ?? choice.message?.content);
      for (const call of choice.delta?.tool_calls ?? []) {
        const at = call.index ?? 0;
        const before = calls[at] ?? { name: "", arguments: "" };
        calls[at] = {
          name: before.name + (call.function?.name ?? ""),
          arguments: before.arguments + (call.function?.arguments ?? ""),
        };
      }
      for (const call of choice.message?.tool_calls ?? []) {
        calls.push({
          name: call.function?.name ?? "",
          arguments: call.function?.arguments ?? "",
        });
      }
    }
    if (chunk.type === "response.output_text.delta" && typeof chunk.delta === "string") {
      say(0, chunk.delta);
    }
    for (const item of chunk.output ?? []) {
      for (const part of item.content ?? []) say(0, part.text);
      if (item.name) calls.push({ name: item.name, arguments: item.arguments ?? "" });
    }
  }
  return {
    texts: Array.from(texts, (text) => text ?? ""),
    calls: calls.filter(Boolean).map((call) => `${call.name}(${call.arguments})`),
    error,
  };
}
