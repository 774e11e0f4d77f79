import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ToolCallParser, type CallSyntax } from "./tool-call-parser.ts";

interface Parsed {
  text: string;
  readonly calls: { readonly name: string; arguments: string }[];
}

const NAMES = ["set_lamp", "set_fan", "say", "f", "g", "a", "b"];

function parse(
  pieces: readonly string[],
  syntax: CallSyntax = "tags",
  complete = true,
  names: readonly string[] = NAMES,
): Parsed {
  const parsed: Parsed = { text: "", calls: [] };
  const parser = new ToolCallParser(
    { syntax, names },
    {
      text: (text) => {
        parsed.text += text;
      },
      start: (number, name) => {
        expect(number).toBe(parsed.calls.length);
        parsed.calls.push({ name, arguments: "" });
      },
      argument: (number, piece) => {
        expect(piece).not.toBe("");
        const call = parsed.calls[number];
        if (call) call.arguments += piece;
      },
    },
  );
  for (const piece of pieces) parser.feed(piece);
  parser.end(complete);
  expect(parser.calls).toBe(parsed.calls.length);
  return parsed;
}

const lampOn = '<tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_call>';

describe("tool calls in tags", () => {
  it.each<[string, string, Parsed]>([
    ["no call", "Just <b>text</b>.\n", { text: "Just <b>text</b>.\n", calls: [] }],
    ["one call", lampOn, { text: "", calls: [{ name: "set_lamp", arguments: '{"on": true}' }] }],
    [
      "text before",
      `Let me see.\n${lampOn}`,
      { text: "Let me see.", calls: [{ name: "set_lamp", arguments: '{"on": true}' }] },
    ],
    [
      "two calls, and text after",
      `${lampOn}\n${lampOn.replace("lamp", "fan")}\nDone.`,
      {
        text: "\nDone.",
        calls: [
          { name: "set_lamp", arguments: '{"on": true}' },
          { name: "set_fan", arguments: '{"on": true}' },
        ],
      },
    ],
    [
      "a closing tag inside an argument",
      String.raw`<tool_call>{"name":"say","arguments":{"a":"</tool_call> \" } ]","b":[{}]}}</tool_call>`,
      {
        text: "",
        calls: [{ name: "say", arguments: String.raw`{"a":"</tool_call> \" } ]","b":[{}]}` }],
      },
    ],
    [
      "another order of keys",
      '<tool_call>{"arguments": {"on": true}, "name": "set_lamp"}</tool_call>',
      { text: "", calls: [{ name: "set_lamp", arguments: '{"on":true}' }] },
    ],
    [
      "arguments as a string",
      String.raw`<tool_call>{"name": "f", "arguments": "{\"a\": 1}"}</tool_call>`,
      { text: "", calls: [{ name: "f", arguments: '{"a": 1}' }] },
    ],
    [
      "no arguments",
      '<tool_call>{"name": "f"}</tool_call>',
      { text: "", calls: [{ name: "f", arguments: "{}" }] },
    ],
    [
      "a call of a function that there is not",
      '<tool_call>{"name": "h", "arguments": {"a": 1}}</tool_call>',
      { text: '<tool_call>{"name": "h", "arguments": {"a": 1}}</tool_call>', calls: [] },
    ],
    [
      "nonsense in tags",
      "<tool_call>nonsense</tool_call>",
      { text: "<tool_call>nonsense</tool_call>", calls: [] },
    ],
    [
      "a call that the stop text </tool_call> has ended",
      '<tool_call>\n{"name": "f", "arguments": {}}\n',
      { text: "", calls: [{ name: "f", arguments: "{}" }] },
    ],
    [
      "a missing closing tag",
      '<tool_call>{"name":"f","arguments":{}}\n<tool_call>{"name":"g","arguments":{}}',
      {
        text: "",
        calls: [
          { name: "f", arguments: "{}" },
          { name: "g", arguments: "{}" },
        ],
      },
    ],
    ["the beginning of a tag at the end", "a <tool", { text: "a <tool", calls: [] }],
  ])("%s, cut anywhere", (_, text, expected) => {
    expect(parse([text])).toEqual(expected);
    expect(parse(text.split(""))).toEqual(expected);
    for (let at = 0; at <= text.length; at++) {
      expect(parse([text.slice(0, at), text.slice(at)])).toEqual(expected);
    }
  });

  it("leaks nothing of a call that was cut off", () => {
    for (let at = 2; at < lampOn.length; at++) {
      const { text, calls } = parse([`Yes. ${lampOn.slice(0, at)}`], "tags", false);
      expect(text).toBe("Yes.");
      expect('{"on": true}').toContain(calls[0]?.arguments ?? "");
    }
  });

  it.each(["Yes.", "Yes. \n", "a < b <", "1 <"])(
    "loses nothing of a text that is cut off: %j",
    (text) => {
      expect(parse([text], "tags", false).text).toBe(text);
      expect(parse(text.split(""), "tags", false).text).toBe(text);
    },
  );

  it("leaks nothing of a call that a stop text has ended in its head", () => {
    const head = lampOn.indexOf("arguments");
    for (let at = "<tool_call>".length; at < head; at++) {
      expect(parse([`Yes. ${lampOn.slice(0, at)}`]).text).toBe("Yes.");
    }
  });
});

describe("tool calls as an array", () => {
  it.each<[string, string, Parsed]>([
    [
      "two calls",
      ' [ {"name": "a", "arguments": {"x": "]"}} ,\n{"name":"b","arguments":{}} ] ',
      {
        text: "",
        calls: [
          { name: "a", arguments: '{"x": "]"}' },
          { name: "b", arguments: "{}" },
        ],
      },
    ],
    ["an ordinary answer", ' {"lamp": true}', { text: ' {"lamp": true}', calls: [] }],
  ])("%s, cut anywhere", (_, text, expected) => {
    expect(parse([text], "array")).toEqual(expected);
    expect(parse(text.split(""), "array")).toEqual(expected);
    for (let at = 0; at <= text.length; at++) {
      expect(parse([text.slice(0, at), text.slice(at)], "array")).toEqual(expected);
    }
  });
});

describe("tool calls of any kind", () => {
  const call = fc.record({
    name: fc.stringMatching(/^[\w-]{1,20}$/),
    arguments: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
  });
  const cuts = fc.array(fc.nat(400), { maxLength: 12 });
  const cut = (text: string, at: readonly number[]): string[] => {
    const places = [0, ...at.map((place) => Math.min(place, text.length)), text.length];
    return places
      .toSorted((a, b) => a - b)
      .map((place, index, all) => text.slice(place, all[index + 1]));
  };
  const given = (calls: readonly { name: string; arguments: object }[]): unknown =>
    calls.map((item) => ({
      name: item.name,
      arguments: JSON.parse(JSON.stringify(item.arguments)),
    }));
  const read = ({ calls }: Parsed): unknown =>
    calls.map((item) => ({ name: item.name, arguments: JSON.parse(item.arguments) as unknown }));

  it("come out as they went in, however the text is cut", () => {
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 4 }),
        cuts,
        fc.boolean(),
        (calls, at, pretty) => {
          const written = calls.map((item) => JSON.stringify(item, null, pretty ? 2 : 0));
          const tagged = written.map((item) => `<tool_call>${item}</tool_call>`).join("\n");
          const names = calls.map(({ name }) => name);
          const fromTags = parse(cut(`So:\n${tagged}`, at), "tags", true, names);
          expect(read(fromTags)).toEqual(given(calls));
          expect(fromTags.text).toBe("So:");
          const fromArray = parse(cut(`[${written.join(", ")}]`, at), "array", true, names);
          expect(read(fromArray)).toEqual(given(calls));
        },
      ),
    );
  });

  it("never change text without calls", () => {
    const text = fc.string({
      unit: fc.constantFrom("<", "tool_call", ">", "/", "{", " ", "\n", "a", "😀"),
    });
    fc.assert(
      fc.property(text, cuts, (whole, at) => {
        fc.pre(!whole.includes("<tool_call>"));
        expect(parse(cut(whole, at)).text).toBe(whole);
      }),
    );
  });
});
