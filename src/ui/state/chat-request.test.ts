import { describe, expect, it } from "vitest";
import { buildChatRequest, differs } from "./chat-request.ts";
import { type AssistantTurn, noOptions, type Turn } from "./conversation.ts";

const user: Turn = { role: "user", id: "1", text: "Hi", created: 0 };
const answer: AssistantTurn = {
  role: "assistant",
  id: "2",
  text: "Hello",
  created: 0,
  model: "M",
  toolCalls: [],
  json: false,
  ending: "stop",
  figures: null,
  fault: null,
};

describe("a chat request", () => {
  it("carries the turns and asks for usage", () => {
    expect(buildChatRequest([user, answer], noOptions, "m")).toEqual({
      model: "m",
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello" },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("leaves out answers that never had a word", () => {
    const failed: Turn = { ...answer, text: "", ending: "failed" };
    expect(buildChatRequest([user, failed, user], noOptions, "m").messages).toHaveLength(2);
  });

  it("carries calls and what they returned", () => {
    const calls: Turn = {
      ...answer,
      text: "",
      toolCalls: [{ id: "c", name: "f", arguments: "{}" }],
    };
    const result: Turn = { role: "tool", id: "3", text: "7", created: 0, callId: "c", name: "f" };
    expect(buildChatRequest([user, calls, result], noOptions, "m").messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c", content: "7" },
    ]);
  });

  it("sends options that are set, zero among them", () => {
    const options = {
      system: " Be brief. ",
      temperature: 0,
      maxTokens: 9,
      schema: '{"type":"object"}',
      tools: "[1]",
    };
    const request = buildChatRequest([user], options, "m");
    expect(request.messages[0]).toEqual({ role: "system", content: "Be brief." });
    expect(request).toMatchObject({
      temperature: 0,
      max_completion_tokens: 9,
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", strict: true, schema: { type: "object" } },
      },
      tools: [1],
    });
  });
});

it("options differ only where they say something else", () => {
  expect(differs({}, noOptions)).toBe(false);
  expect(differs({ system: "" }, noOptions)).toBe(false);
  expect(differs({ temperature: 0 }, noOptions)).toBe(true);
});
