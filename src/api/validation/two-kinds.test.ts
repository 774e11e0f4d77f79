import { describe, expect, it } from "vitest";

import { describeValue } from "./describe-value.ts";
import { FakeEngine } from "../testing/fake-engine.ts";
import { MODEL, send, testContext } from "../testing/test-client.ts";

const base = {
  model: MODEL,
  messages: [{ role: "user", content: "x" }],
  prompt: "x",
  input: "x",
  tools: [{ type: "function", function: { name: "f" } }],
};

describe("fields that take two kinds of values", () => {
  it.each([
    ["chat/completions", "stop", "a string or an array of strings"],
    ["chat/completions", "tool_choice", "a string or an object"],
    ["chat/completions", "function_call", "a string or an object"],
    ["chat/completions", "messages[0].content", "one of a string or array of objects"],
    ["completions", "stop", "a string or an array of strings"],
    ["completions", "prompt", "a string or an array of strings (token ids are not supported)"],
    ["embeddings", "input", "a string or an array of strings (token ids are not supported)"],
    ["responses", "input", "a string or an array of objects"],
    ["responses", "tool_choice", "a string or an object"],
  ])("%s names both: %s is %s", async (route, param, kinds) => {
    for (const value of [7, true, kinds.includes("array") ? {} : []]) {
      const [name = ""] = param.split("[");
      const fields = {
        ...base,
        ...(route === "responses" && {
          prompt: null,
          tools: [{ type: "function", name: "f" }],
        }),
        [name]: name === "messages" ? [{ role: "user", content: value }] : value,
      };
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const response = await send(testContext(new FakeEngine()), "POST", `/v1/${route}`, fields);
      expect(response.status).toBe(400);
      const message = `Invalid type for '${param}': expected ${kinds}, but got ${describeValue(value)} instead.`;
      // oxlint-disable-next-line no-await-in-loop -- one after another
      expect(await response.json()).toEqual({
        error: { message, type: "invalid_request_error", param, code: "invalid_type" },
      });
    }
  });
});
