import type { PromptMessage } from "../../engine/job.ts";
import { contentText } from "../prompt/content-text.ts";
import { callText, resultText } from "../tools/call-text.ts";
import type { Fields } from "../validation/fields.ts";

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"] as const;

/** The conversation of a chat request, in the four roles and plain text that a chat template knows. */
export function readMessages(body: Fields): readonly PromptMessage[] {
  const messages = body.need("messages", body.filledList("messages"));
  return messages.map((message, index) => readMessage(body.item("messages", message, index)));
}

function readMessage(message: Fields): PromptMessage {
  const role = message.need("role", message.oneOf("role", ROLES));
  const name = message.string("name");
  const content = contentText(message, "content");
  if (role === "assistant") return { role, content: assistantText(message, content) };

  const text = content ?? "";
  if (content === undefined && role !== "function") throw missingContent(message);
  if (role === "tool") message.need("tool_call_id", message.string("tool_call_id"));
  if (role === "tool" || role === "function") return { role: "tool", content: resultText(text) };
  // A template has no place for names; in a turn of several people the model must still tell them apart.
  if (role === "user") return { role, content: name ? `${name}: ${text}` : text };
  return { role: "system", content: text };
}

function assistantText(message: Fields, content: string | undefined): string {
  const calls = (message.objects("tool_calls") ?? []).map((call) => {
    call.oneOf("type", ["function"]);
    return readCall(call.need("function", call.object("function")));
  });
  const legacy = message.object("function_call");
  if (legacy) calls.push(readCall(legacy));
  const text = content ?? message.string("refusal");
  if (text === undefined && calls.length === 0) throw missingContent(message);
  return [...(text ? [text] : []), ...calls].join("\n");
}

function readCall(call: Fields): string {
  return callText(
    call.need("name", call.string("name")),
    call.need("arguments", call.string("arguments")),
  );
}

/** `null` is a value of the wrong type here, not a missing one (as in OpenAI's message). */
function missingContent(message: Fields): unknown {
  return message.values["content"] === null
    ? message.wrongType("content", "one of a string or array of objects")
    : message.invalid(
        "content",
        `Missing required parameter: '${message.param("content")}'.`,
        "missing_required_parameter",
      );
}
