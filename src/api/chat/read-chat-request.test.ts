import { describe, expect, it } from "vitest";

import { FakeEngine } from "../testing/fake-engine.ts";
import { chat, testContext } from "../testing/test-client.ts";
import type { GenerateJob } from "../../engine/job.ts";
import type { ChatCompletion } from "./chat-types.ts";

async function jobFor(fields: object): Promise<GenerateJob> {
  const engine = new FakeEngine();
  const response = await chat(testContext(engine), { ...fields });
  expect(response.status, await response.text()).toBe(200);
  const [job] = engine.jobs;
  if (!job) throw new Error("No job reached the engine.");
  return job;
}

describe("the fields of a chat request", () => {
  it("have OpenAI's defaults", async () => {
    expect(await jobFor({})).toMatchObject({
      model: "test/model-1",
      prompt: { type: "chat", messages: [{ role: "user", content: "Say hi." }] },
      n: 1,
      maxTokens: null,
      sampling: {
        temperature: 1,
        topP: 1,
        presencePenalty: 0,
        frequencyPenalty: 0,
        logitBias: {},
        seed: null,
      },
      stop: [],
      stopFree: null,
      logprobs: null,
      promptLogprobs: false,
      constraint: null,
      streamId: null,
    });
  });

  it.each<[object, object]>([
    [{ temperature: 0, top_p: 0.5, seed: 0 }, { sampling: { temperature: 0, topP: 0.5, seed: 0 } }],
    [{ top_p: 0 }, { sampling: { topP: 1e-6 } }],
    [
      { presence_penalty: -2, frequency_penalty: 2 },
      { sampling: { presencePenalty: -2, frequencyPenalty: 2 } },
    ],
    [{ logit_bias: { "5": -100, "6": 0 } }, { sampling: { logitBias: { "5": -100, "6": 0 } } }],
    [{ logit_bias: { "05": 1 } }, { sampling: { logitBias: { "5": 1 } } }],
    [{ max_tokens: 5 }, { maxTokens: 5 }],
    [{ max_completion_tokens: 6, max_tokens: null }, { maxTokens: 6 }],
    [{ stop: "a" }, { stop: ["a"] }],
    [{ stop: ["a", "b", "c", "d"] }, { stop: ["a", "b", "c", "d"] }],
    [{ n: 3 }, { n: 3 }],
    [{ logprobs: true }, { logprobs: 0 }],
    [{ logprobs: true, top_logprobs: 20 }, { logprobs: 20 }],
    [{ logprobs: false }, { logprobs: null }],
    [{ response_format: { type: "text" } }, { constraint: null }],
    [{ response_format: { type: "json_object" } }, { constraint: { type: "json_object" } }],
    [
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "x", schema: { type: "object" } },
        },
      },
      { constraint: { type: "json_schema", schema: { type: "object" } } },
    ],
  ])("%j is obeyed", async (fields, job) => {
    expect(await jobFor(fields)).toMatchObject(job);
  });

  it("count as not given when null", async () => {
    const names =
      "temperature top_p n stop max_tokens seed logit_bias stream stream_options tools tool_choice response_format logprobs top_logprobs user metadata store audio modalities functions function_call parallel_tool_calls service_tier";
    const nulls = Object.fromEntries(names.split(" ").map((name) => [name, null]));
    const { context: _, id: __, ...job } = await jobFor(nulls);
    expect(await jobFor({})).toMatchObject(job);
  });

  it("that concern OpenAI's service change nothing", async () => {
    const job = await jobFor({
      user: "u",
      store: true,
      metadata: { a: "b" },
      reasoning_effort: "low",
      verbosity: "high",
      prediction: { type: "content", content: "x" },
      modalities: ["text"],
      safety_identifier: "s",
      prompt_cache_key: "k",
      prompt_cache_retention: "24h",
      parallel_tool_calls: false,
      no_such_field: {},
    });
    expect(job).toMatchObject({ maxTokens: null, constraint: null });
  });

  it("echo the service tier when it was asked for", async () => {
    const response = await chat(testContext(new FakeEngine()), { service_tier: "auto" });
    expect(((await response.json()) as ChatCompletion).service_tier).toBe("default");
  });

  it.each<[string, unknown, string, string?]>([
    ["temperature", 2.1, "decimal_above_max_value"],
    ["temperature", -0.1, "decimal_below_min_value"],
    ["temperature", "1", "invalid_type"],
    ["top_p", 1.1, "decimal_above_max_value"],
    ["presence_penalty", 3, "decimal_above_max_value"],
    ["frequency_penalty", -3, "decimal_below_min_value"],
    ["max_tokens", -5, "integer_below_min_value"],
    ["max_tokens", 0, "integer_below_min_value"],
    ["max_tokens", 1.5, "invalid_type"],
    ["max_completion_tokens", 0, "integer_below_min_value"],
    ["n", 0, "integer_below_min_value"],
    ["n", 129, "integer_above_max_value"],
    ["seed", 1.5, "invalid_type"],
    ["stop", ["a", "b", "c", "d", "e"], "array_above_max_length"],
    ["stop", 5, "invalid_type"],
    ["stop", [5], "invalid_type"],
    ["stop", "", "invalid_value"],
    ["stop", "\uDC00a", "invalid_value"],
    ["stop", ["a", "a\uD83D"], "invalid_value"],
    ["logit_bias", { "5": 101 }, "decimal_above_max_value", "logit_bias.5"],
    ["logit_bias", { lamp: 1 }, "invalid_value"],
    ["logit_bias", { "-1": 1 }, "invalid_value"],
    ["logit_bias", { "1.5": 1 }, "invalid_value"],
    ["logit_bias", { "1e3": 1 }, "invalid_value"],
    ["logit_bias", { "": 1 }, "invalid_value"],
    ["logit_bias", { ["9".repeat(30)]: 1 }, "invalid_value"],
    ["logit_bias", [], "invalid_type"],
    ["logprobs", 1, "invalid_type"],
    ["top_logprobs", 3, "invalid_value"],
    ["stream", "true", "invalid_type"],
    ["stream_options", { include_usage: true }, "invalid_value"],
    ["metadata", { a: 1 }, "invalid_type", "metadata.a"],
    ["metadata", { a: "x".repeat(513) }, "string_above_max_length", "metadata.a"],
    ["user", 5, "invalid_type"],
    ["service_tier", "gold", "invalid_value"],
    ["modalities", ["text", "audio"], "unsupported_parameter"],
    ["audio", { voice: "alloy" }, "unsupported_parameter"],
    ["web_search_options", {}, "unsupported_parameter"],
    ["reasoning_effort", "huge", "invalid_value"],
    ["response_format", { type: "yaml" }, "invalid_value", "response_format.type"],
    [
      "response_format",
      { type: "json_schema" },
      "missing_required_parameter",
      "response_format.json_schema",
    ],
    [
      "response_format",
      { type: "json_schema", json_schema: { schema: {} } },
      "missing_required_parameter",
      "response_format.json_schema.name",
    ],
    [
      "response_format",
      { type: "json_schema", json_schema: { name: "x" } },
      "missing_required_parameter",
      "response_format.json_schema.schema",
    ],
    [
      "response_format",
      { type: "json_schema", json_schema: { name: "x", schema: [] } },
      "invalid_type",
      "response_format.json_schema.schema",
    ],
    ["messages", [], "empty_array"],
    ["messages", null, "missing_required_parameter"],
    ["messages", "hi", "invalid_type"],
    ["model", null, "missing_required_parameter"],
    ["model", 7, "invalid_type"],
  ])("%s: %j is refused as %s", async (name, value, code, param = name) => {
    const engine = new FakeEngine();
    const response = await chat(testContext(engine), { [name]: value });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        message: expect.stringMatching(/\w+ \w+/),
        type: "invalid_request_error",
        param,
        code,
      },
    });
    expect(engine.jobs).toEqual([]);
  });

  it("refuses both names for the token limit at once", async () => {
    const response = await chat(testContext(new FakeEngine()), {
      max_tokens: 1,
      max_completion_tokens: 1,
    });
    expect(await response.json()).toMatchObject({
      error: { param: "max_tokens", code: "invalid_parameter_combination" },
    });
  });

  it("says what OpenAI says", async () => {
    const say = async (fields: object): Promise<unknown> =>
      (
        (await (await chat(testContext(new FakeEngine()), { ...fields })).json()) as {
          error: { message: string };
        }
      ).error.message;
    expect(await say({ temperature: 9 })).toBe(
      "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 9 instead.",
    );
    expect(await say({ max_tokens: -5 })).toBe(
      "Invalid 'max_tokens': integer below minimum value. Expected a value >= 1, but got -5 instead.",
    );
    expect(await say({ stream: "true" })).toBe(
      "Invalid type for 'stream': expected a boolean, but got a string instead.",
    );
    expect(await say({ messages: [] })).toBe(
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    );
  });
});
