import { describe, expect, it } from "vitest";

import type { Format } from "../validation/read-format.ts";
import { planTools } from "./plan-tools.ts";
import type { FunctionTool, ToolChoice } from "./read-tools.ts";

const lamp: FunctionTool = {
  name: "set_lamp",
  description: "Switch the lamp",
  parameters: { type: "object", properties: { on: { type: "boolean" } }, required: ["on"] },
  strict: false,
  param: "tools[0].function.parameters",
};
const fan: FunctionTool = {
  ...lamp,
  param: "tools[1].function.parameters",
  name: "set_fan",
  parameters: {
    type: "object",
    properties: { speed: { $ref: "#/$defs/speed" }, same: { $ref: "#" } },
    $defs: { speed: { type: "integer" } },
  },
};
const format: Format = {
  constraint: { type: "json_schema", schema: { type: "object", title: "x" } },
  param: "response_format.json_schema.schema",
};
const auto: ToolChoice = { mode: "auto", only: null, named: false };
const required: ToolChoice = { mode: "required", only: null, named: false };

describe("planTools", () => {
  it("tags calls in free text, each bound to its schema", () => {
    const plan = planTools([lamp, fan], auto, true, null);
    expect(plan.calls?.syntax).toBe("tags");
    expect(plan.stop).toEqual([]);
    expect(plan.stopFree).toEqual({ open: "<tool_call>", close: "</tool_call>" });
    expect(plan.constraint).toEqual({
      type: "structural_tag",
      triggers: ["<tool_call>"],
      structures: [
        {
          begin: '<tool_call>\n{"name": "set_lamp", "arguments": ',
          schema: lamp.parameters,
          end: "}\n</tool_call>",
        },
        expect.objectContaining({ schema: fan.parameters }),
      ],
    });
    expect(plan.instructions).toContain('"description":"Switch the lamp"');
  });

  it("ends the answer after one call when calls must not be parallel", () => {
    expect(planTools([lamp], auto, false, null).stop).toEqual(["</tool_call>"]);
  });

  it("makes the whole answer an array of calls when one is required", () => {
    const { constraint, calls } = planTools([lamp, fan], required, true, null);
    expect(calls?.syntax).toBe("array");
    expect(constraint).toMatchObject({
      type: "json_schema",
      schema: {
        type: "array",
        minItems: 1,
        maxItems: 8,
        items: {
          anyOf: [
            { properties: { name: { const: "set_lamp" }, arguments: { $ref: "#/$defs/call0" } } },
            { properties: { name: { const: "set_fan" }, arguments: { $ref: "#/$defs/call1" } } },
          ],
        },
      },
    });
  });

  it("moves references along with the schema they are in", () => {
    expect(planTools([fan], required, true, null).constraint).toMatchObject({
      schema: {
        $defs: {
          call0: {
            properties: {
              speed: { $ref: "#/$defs/call0/$defs/speed" },
              same: { $ref: "#/$defs/call0" },
            },
          },
        },
      },
    });
  });

  it("allows one call of a named function", () => {
    const choice = { mode: "required", only: ["set_fan"], named: true } as const;
    expect(planTools([lamp, fan], choice, true, null).constraint).toMatchObject({
      schema: { maxItems: 1, items: { anyOf: [{ properties: { name: { const: "set_fan" } } }] } },
    });
  });

  it("lets the model choose between a call and an answer that fits the format", () => {
    const { constraint, calls } = planTools([lamp], auto, true, format);
    expect(calls?.syntax).toBe("array");
    expect(constraint).toMatchObject({
      schema: {
        anyOf: [{ $ref: "#/$defs/text" }, { type: "array" }],
        $defs: { text: { title: "x" } },
      },
    });
  });

  it("refuses a format that could not be told from calls", () => {
    const list = {
      ...format,
      constraint: { type: "json_schema", schema: { type: "array" } },
    } as const;
    expect(() => planTools([lamp], auto, true, list)).toThrow(/taken for calls/);
    expect(planTools([lamp], required, true, list).calls?.syntax).toBe("array");
  });

  it("has looser schemas to fall back on, unless something is strict", () => {
    expect(planTools([lamp], auto, true, null).fallback).toMatchObject({
      type: "structural_tag",
      structures: [{ schema: { type: "object" } }],
    });
    expect(planTools([lamp], required, true, null).fallback).toMatchObject({
      schema: { $defs: { call0: { type: "object" } } },
    });
    expect(planTools([{ ...lamp, strict: true }], auto, true, null).fallback).toBeNull();
    // What is strict, and the format, stay as they are.
    expect(planTools([lamp, { ...fan, strict: true }], auto, true, format).fallback).toMatchObject({
      schema: {
        $defs: {
          text: { title: "x" },
          call0: { type: "object" },
          call1: { properties: { speed: {} } },
        },
      },
    });
  });

  it("knows where in the request each schema of its constraint stands", () => {
    const tools = { lamp: lamp.param, fan: fan.param };
    expect(planTools([lamp, fan], auto, true, null).names).toEqual({
      response_format: "tools",
      "response_format.structures[0].schema": tools.lamp,
      "response_format.structures[1].schema": tools.fan,
    });
    const choice = { mode: "auto", only: ["set_fan"], named: false } as const;
    expect(planTools([lamp, fan], choice, true, format).names).toEqual({
      response_format: "tools",
      "response_format.$defs.text": "response_format.json_schema.schema",
      "response_format.$defs.call0": tools.fan,
    });
    expect(planTools([], auto, true, format).names).toEqual({
      response_format: "response_format.json_schema.schema",
    });
  });

  it.each([
    ["there are no tools", [], auto],
    ["the choice is none", [lamp], { mode: "none", only: null, named: false } as const],
  ])("leaves the request alone when %s", (_, tools, choice) => {
    expect(planTools(tools, choice, true, format)).toEqual({
      calls: null,
      instructions: null,
      constraint: format.constraint,
      fallback: null,
      names: expect.anything(),
      stop: [],
      stopFree: null,
    });
  });
});
