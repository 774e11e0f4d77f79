import type { JsonObject } from "../../engine/job.ts";
import { Fields } from "../validation/fields.ts";
import { INPUT_ROLES, ITEM_STATUSES } from "./read-input.ts";
import type { InputText, ListedItem, OutputRefusal, OutputText } from "./response-types.ts";

/**
 * An input item as `GET …/input_items` shows it: whatever short form the client has used, its content is a list of
 * parts, and type, id and status are there. Null for what no model here was shown.
 *
 * @param idFor makes the id of an item that came without one
 */
export function listedItem(
  values: JsonObject,
  idFor: (prefix: string) => string,
): ListedItem | null {
  const item = new Fields(values);
  const text = (name: string): string => item.string(name) ?? "";
  const status = ITEM_STATUSES.find((known) => known === values["status"]) ?? "completed";
  const head = (prefix: string) => ({ id: text("id") || idFor(prefix), status }) as const;
  switch (item.string("type") ?? "message") {
    case "message": {
      const role = item.oneOf("role", INPUT_ROLES) ?? "user";
      const type = "message";
      return role === "assistant"
        ? { ...head("msg_"), type, role, content: parts(item, "content").map(saidPart) }
        : { ...head("msg_"), type, role, content: parts(item, "content").map(readPart) };
    }
    case "function_call": {
      const [call_id, name, args] = [text("call_id"), text("name"), text("arguments")];
      return { ...head("fc_"), type: "function_call", call_id, name, arguments: args };
    }
    case "function_call_output": {
      const given = item.get("output");
      const output = typeof given === "string" ? given : parts(item, "output").map(readPart);
      return { ...head("fco_"), type: "function_call_output", call_id: text("call_id"), output };
    }
    default:
      return null;
  }
}

/** The parts of a content; a string is the only one. */
function parts(item: Fields, name: string): readonly Fields[] {
  const content = item.get(name);
  return typeof content === "string" ? [new Fields({ text: content })] : (item.objects(name) ?? []);
}

/** What the model has read. */
function readPart(part: Fields): InputText {
  return { type: "input_text", text: part.string("text") ?? part.string("refusal") ?? "" };
}

/** What a model has said. */
function saidPart(part: Fields): OutputText | OutputRefusal {
  const refusal = part.string("refusal");
  return part.string("type") === "refusal"
    ? { type: "refusal", refusal: refusal ?? "" }
    : { type: "output_text", text: part.string("text") ?? "", annotations: [], logprobs: [] };
}
