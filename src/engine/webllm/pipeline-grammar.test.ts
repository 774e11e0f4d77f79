import { describe, expect, it } from "vitest";
import type { Constraint } from "../job.ts";
import { PipelineGrammar } from "./pipeline-grammar.ts";
import type { Pipeline } from "./pipeline.ts";

const CALL = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';

const constraint: Constraint = {
  type: "structural_tag",
  triggers: ["<tool_call>"],
  structures: [{ begin: '<tool_call>\n{"name": "f", "arguments": ', schema: {}, end: "" }],
};

/** Stands in for XGrammar's matcher: it allows one text alone. */
class OneTextMatcher {
  read = "";
  static createGrammarMatcher = async () => new OneTextMatcher();
  reset(): void {
    this.read = "";
  }
  isTerminated(): boolean {
    return this.read === CALL;
  }
  _acceptString(text: string): boolean {
    // As XGrammar does, which may have read a part of what it refuses.
    this.read += text;
    return CALL.startsWith(this.read);
  }
  dispose(): void {}
}

class AnyCompiler {
  static createGrammarCompiler = async () => new AnyCompiler();
  compileStructuralTag = async () => new AnyCompiler();
  dispose(): void {}
}

async function inFreeText() {
  const pipeline: {
    grammarMatcher?: OneTextMatcher;
    grammarCompiler?: AnyCompiler;
    prepareGrammarMatcherForSampling(): Promise<void>;
  } = {
    prepareGrammarMatcherForSampling: async () => {
      pipeline.grammarMatcher = new OneTextMatcher();
      pipeline.grammarCompiler = new AnyCompiler();
    },
  };
  const grammar = new PipelineGrammar(pipeline as unknown as Pipeline);
  await grammar.set(constraint);
  const matcher = (): OneTextMatcher => pipeline.grammarMatcher ?? new OneTextMatcher();
  return { grammar, matcher };
}

describe("a grammar that a trigger switches on", () => {
  it.each([
    ["at once", ["<tool_call>"]],
    ["in pieces", ["Yes <", "to", "ol", "_call", ">"]],
    ["after what looked like one", ["<tool_", "<tool_call>"]],
  ])("holds when the trigger comes %s", async (_, pieces) => {
    const { grammar, matcher } = await inFreeText();
    for (const piece of pieces) {
      expect(grammar.isActive).toBe(false);
      expect(grammar.observe(piece)).toBe(true);
    }
    expect(grammar.isActive).toBe(true);
    expect(matcher().read).toBe("<tool_call>");
  });

  it("reads what the trigger's last token has beyond it", async () => {
    const { grammar, matcher } = await inFreeText();
    for (const piece of ["<tool_call", '>\n{"']) expect(grammar.observe(piece)).toBe(true);
    expect(grammar.isActive).toBe(true);
    expect(matcher().read).toBe('<tool_call>\n{"');
  });

  it.each(['>{"', ">\n\n", ">>", '>"'])(
    "refuses a last token that goes on as no call does: %j",
    async (token) => {
      const { grammar, matcher } = await inFreeText();
      grammar.observe("Yes. <tool_call");
      expect(grammar.isNearTrigger).toBe(true);
      expect(grammar.observe(token)).toBe(false);
      // Whatever comes in its place is masked.
      expect(grammar.isActive).toBe(true);
      expect(matcher().read).toBe("<tool_call");
    },
  );

  it("lets a token pass that has a whole trigger and more: there is nothing to go back to", async () => {
    const { grammar } = await inFreeText();
    expect(grammar.observe("<tool_call>?")).toBe(true);
    expect(grammar.isActive).toBe(false);
  });

  it("tells whether a trigger may be near, so that nothing is kept for every token", async () => {
    const { grammar } = await inFreeText();
    const near = ["a", " <", "tool", "s", "<", "b"].map((piece) => {
      grammar.observe(piece);
      return grammar.isNearTrigger;
    });
    expect(near).toEqual([false, true, true, false, true, false]);
  });

  it("lets go when its structure is complete, and holds at the next trigger", async () => {
    const { grammar, matcher } = await inFreeText();
    grammar.observe("<tool_call>");
    // While it holds, sampling has the matcher read each token.
    matcher().read = CALL;
    grammar.observe("</tool_call>");
    expect(grammar.isActive).toBe(false);
    grammar.observe("\n<tool_call>");
    expect(grammar.isActive).toBe(true);
    expect(matcher().read).toBe("<tool_call>");
  });

  it("is back in free text for a new choice", async () => {
    const { grammar } = await inFreeText();
    grammar.observe("<tool_call>");
    grammar.restart();
    expect(grammar.isActive).toBe(false);
  });
});
