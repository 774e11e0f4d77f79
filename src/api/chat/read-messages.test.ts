import { describe, expect, it } from "vitest";

import { Fields } from "../validation/fields.ts";
import type { Json } from "../../engine/job.ts";
import { readMessages } from "./read-messages.ts";

const read = (...messages: Json[]) => readMessages(new Fields({ messages }));
const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } };

describe("readMessages", () => {
  it.each<[string, Json, unknown]>([
    [
      "A20: text parts",
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
      { role: "user", content: "ab" },
    ],
    ["A23: developer", { role: "developer", content: "x" }, { role: "system", content: "x" }],
    ["an empty string", { role: "user", content: "" }, { role: "user", content: "" }],
    ["a name", { role: "user", name: "Ann", content: "x" }, { role: "user", content: "Ann: x" }],
    [
      "a refusal",
      { role: "assistant", content: null, refusal: "No." },
      { role: "assistant", content: "No." },
    ],
    [
      "a refusal part",
      { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
      { role: "assistant", content: "No." },
    ],
    [
      "A21: content null beside calls",
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "assistant", content: '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>' },
    ],
    [
      "A43: broken arguments",
      { role: "assistant", tool_calls: [{ ...call, function: { name: "f", arguments: "{" } }] },
      { role: "assistant", content: '<tool_call>\n{"name": "f", "arguments": "{"}\n</tool_call>' },
    ],
    [
      "the older function_call",
      { role: "assistant", content: "a", function_call: { name: "f", arguments: "{}" } },
      {
        role: "assistant",
        content: 'a\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>',
      },
    ],
    [
      "A28: a tool's result",
      { role: "tool", tool_call_id: "call_1", content: "done" },
      { role: "tool", content: "<tool_response>\ndone\n</tool_response>" },
    ],
    [
      "a function's result",
      { role: "function", name: "f", content: "done" },
      { role: "tool", content: "<tool_response>\ndone\n</tool_response>" },
    ],
  ])("reads %s", (_, message, expected) => {
    expect(read(message)).toEqual([expected]);
  });

  it("A24, A25, A26, A27: keeps any order of roles", () => {
    const roles = ["system", "assistant", "assistant", "system", "user", "user", "assistant"];
    expect(
      read(...roles.map((role) => ({ role, content: role }))).map((item) => item.role),
    ).toEqual(roles);
  });

  it.each<[string, Json, string, string]>([
    ["an unknown role", { role: "banana", content: "x" }, "messages[0].role", "invalid_value"],
    ["no role", { content: "x" }, "messages[0].role", "missing_required_parameter"],
    ["no content", { role: "user" }, "messages[0].content", "missing_required_parameter"],
    ["null content", { role: "user", content: null }, "messages[0].content", "invalid_type"],
    ["nothing said", { role: "assistant", content: null }, "messages[0].content", "invalid_type"],
    ["a number", { role: "user", content: 5 }, "messages[0].content", "invalid_type"],
    [
      "an image",
      { role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] },
      "messages[0].content[0].type",
      "invalid_value",
    ],
    [
      "a part without text",
      { role: "user", content: [{ type: "text" }] },
      "messages[0].content[0].text",
      "missing_required_parameter",
    ],
    ["a string as message", "hi", "messages[0]", "invalid_type"],
    [
      "no tool_call_id",
      { role: "tool", content: "x" },
      "messages[0].tool_call_id",
      "missing_required_parameter",
    ],
    [
      "arguments as an object",
      { role: "assistant", tool_calls: [{ ...call, function: { name: "f", arguments: {} } }] },
      "messages[0].tool_calls[0].function.arguments",
      "invalid_type",
    ],
  ])("refuses %s", (_, message, param, code) => {
    expect(() => read(message)).toThrow(expect.objectContaining({ status: 400, param, code }));
  });
});
