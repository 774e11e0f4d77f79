import { describe, expect, it } from "vitest";
import { framed, textFrameOf } from "./text-frame.ts";

const bert = { before: [101], after: [102] };

describe("a text's frame", () => {
  it.each([
    ["BertProcessing", { type: "BertProcessing", sep: ["[SEP]", 102], cls: ["[CLS]", 101] }],
    [
      "TemplateProcessing",
      {
        type: "TemplateProcessing",
        single: [
          { SpecialToken: { id: "[CLS]", type_id: 0 } },
          { Sequence: { id: "A", type_id: 0 } },
          { SpecialToken: { id: "[SEP]", type_id: 0 } },
        ],
        pair: [],
        special_tokens: {
          "[CLS]": { id: "[CLS]", ids: [101], tokens: ["[CLS]"] },
          "[SEP]": { id: "[SEP]", ids: [102], tokens: ["[SEP]"] },
        },
      },
    ],
    [
      "Sequence",
      {
        type: "Sequence",
        processors: [
          { type: "ByteLevel", add_prefix_space: true },
          { type: "RobertaProcessing", sep: ["</s>", 102], cls: ["<s>", 101] },
        ],
      },
    ],
  ])("is read from %s", (_, processor) => {
    expect(textFrameOf({ post_processor: processor })).toEqual(bert);
  });

  it.each([null, {}, { post_processor: null }, { post_processor: { type: "ByteLevel" } }])(
    "is empty for %j",
    (json) => {
      expect(textFrameOf(json)).toEqual({ before: [], after: [] });
    },
  );

  it("is put around a text once", () => {
    expect(framed([7, 8], bert)).toEqual([101, 7, 8, 102]);
    expect(framed([101, 7, 102], bert)).toEqual([101, 7, 102]);
    expect(framed([7], { before: [], after: [] })).toEqual([7]);
  });
});
