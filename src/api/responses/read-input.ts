import type { JsonObject, PromptMessage } from "../../engine/job.ts";
import { contentText } from "../prompt/content-text.ts";
import { callText, resultText } from "../tools/call-text.ts";
import { Fields } from "../validation/fields.ts";

/** `input` as a list of items. Null: not given. */
export function readInput(body: Fields): readonly JsonObject[] {
  const given = body.get("input");
  if (typeof given === "string") {
    const content = [{ type: "input_text", text: given }];
    return [{ type: "message", role: "user", content }];
  }
  if (given !== undefined && !Array.isArray(given)) {
    throw body.wrongType("input", "a string or an array of objects");
  }
  return (body.objects("input") ?? []).map(({ values }) => values);
}

/** Items as the turns of a conversation: text and calls of one turn of the model become one message. */
export function inputMessages(
  items: readonly JsonObject[],
  path: (index: number) => string,
): readonly PromptMessage[] {
  const messages: PromptMessage[] = [];
  for (const [index, values] of items.entries()) {
    const item = new Fields(values, path(index));
    const message = readItem(item);
    const last = messages.at(-1);
    if (message && last?.role === "assistant" && values["type"] === "function_call") {
      messages.pop();
      messages.push({ role: "assistant", content: `${last.content}\n${message.content}` });
    } else if (message) messages.push(message);
  }
  return messages;
}

function readItem(item: Fields): PromptMessage | null {
  const type = item.string("type") ?? "message";
  item.string("id");
  switch (type) {
    case "message": {
      const role = item.need("role", item.oneOf("role", INPUT_ROLES));
      const content = item.need("content", contentText(item, "content"));
      return { role: role === "developer" ? "system" : role, content };
    }
    case "function_call":
      item.need("call_id", item.string("call_id"));
      return {
        role: "assistant",
        content: callText(
          item.need("name", item.string("name")),
          item.need("arguments", item.string("arguments")),
        ),
      };
    case "function_call_output":
      item.need("call_id", item.string("call_id"));
      return {
        role: "tool",
        content: resultText(item.need("output", contentText(item, "output"))),
      };
    // What a reasoning model wrote for itself; no model here can read it.
    case "reasoning":
      return null;
    default:
      throw item.invalid("type", `Input items of type '${type}' are not supported here.`);
  }
}

/** Whose turn a message is. */
export const INPUT_ROLES = ["user", "assistant", "system", "developer"] as const;

/** How far an item of an earlier answer had come. */
export const ITEM_STATUSES = ["in_progress", "completed", "incomplete"] as const;
