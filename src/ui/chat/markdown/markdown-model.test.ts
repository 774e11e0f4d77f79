import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Block,
  type Inline,
  type MarkdownText,
  parseMarkdown,
  safeHref,
} from "./markdown-model.ts";

const blocks = (source: string) => parseMarkdown(source).blocks;
const text = (value: string): Inline => ({ type: "text", text: value });

describe("markdown", () => {
  it("reads paragraphs with emphasis, code and breaks", () => {
    expect(blocks("a **b** *c* ~~d~~ `e < f`  \ng")).toEqual([
      {
        type: "paragraph",
        children: [
          text("a "),
          { type: "strong", children: [text("b")] },
          text(" "),
          { type: "em", children: [text("c")] },
          text(" "),
          { type: "del", children: [text("d")] },
          text(" "),
          { type: "code", text: "e < f" },
          { type: "break" },
          text("g"),
        ],
      },
    ]);
  });

  it("reads tables with their alignment", () => {
    expect(blocks("| a | b |\n| :-- | --: |\n| 1 | **2** |")).toEqual([
      {
        type: "table",
        align: ["left", "right"],
        head: [[text("a")], [text("b")]],
        rows: [[[text("1")], [{ type: "strong", children: [text("2")] }]]],
      },
    ]);
  });

  it("reads nested and numbered lists and tasks", () => {
    const [list] = blocks("3. a\n   - b\n4. c") as [Extract<Block, { type: "list" }>];
    expect(list).toMatchObject({ type: "list", ordered: true, start: 3 });
    expect(list.items[0]?.blocks).toMatchObject([
      { type: "line", children: [text("a")] },
      { type: "list", ordered: false },
    ]);
    const [tasks] = blocks("- [x] done\n- [ ] open") as [Extract<Block, { type: "list" }>];
    expect(tasks.items.map((item) => item.checked)).toEqual([true, false]);
    expect(tasks.items[0]?.blocks).toEqual([{ type: "line", children: [text("done")] }]);
  });

  it("keeps code as it was written, also before its fence is closed", () => {
    expect(blocks("```js title=x\nif (a < b && c) {}\n```")).toEqual([
      { type: "code", language: "js", text: "if (a < b && c) {}" },
    ]);
    expect(blocks("```py\nprint(1)")).toEqual([{ type: "code", language: "py", text: "print(1)" }]);
  });

  it("shows raw HTML as text", () => {
    expect(blocks("<script>alert(1)</script>")).toEqual([
      { type: "paragraph", children: [text("<script>alert(1)</script>")] },
    ]);
    expect(blocks("a <b onclick=x>c</b>")).toEqual([
      { type: "paragraph", children: [text("a "), text("<b onclick=x>"), text("c"), text("</b>")] },
    ]);
  });

  it("decodes character references once", () => {
    expect(blocks("a &amp; b &lt;i&gt;")).toEqual([
      { type: "paragraph", children: [text("a & b <i>")] },
    ]);
  });

  it("shows pictures as links: nothing is fetched that a model names", () => {
    expect(blocks("![cat](https://x.test/cat.png)")).toEqual([
      {
        type: "paragraph",
        children: [{ type: "link", href: "https://x.test/cat.png", children: [text("cat")] }],
      },
    ]);
  });

  it.each([
    ["https://a.test/b?c=d", "https://a.test/b?c=d"],
    ["http://a.test", "http://a.test/"],
    ["mailto:a@b.test", "mailto:a@b.test"],
    ["javascript:alert(1)", null],
    ["JaVaScRiPt:alert(1)", null],
    ["java\nscript:alert(1)", null],
    ["&#106;avascript:alert(1)", null],
    ["data:text/html,x", null],
    ["blob:https://a.test/1", null],
    ["/v1/models", null],
    ["//a.test", null],
    ["file:///etc/passwd", null],
  ])("sends a reader of %s to %s", (href, wanted) => {
    expect(safeHref(href)).toBe(wanted);
  });

  it("gives the same whether read at once or as it grows", () => {
    const piece = fc.constantFrom(
      "a",
      " ",
      "\n",
      "\n\n",
      "- ",
      "1. ",
      "**",
      "`",
      "```",
      "# ",
      "> ",
      "| a | b |\n",
      "| - | - |\n",
      "<b>",
      "[x](https://y.test)",
      "    ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        let source = "";
        let grown: MarkdownText | null = null;
        for (const one of pieces) {
          source += one;
          grown = parseMarkdown(source, grown);
        }
        expect(grown?.blocks ?? []).toEqual(blocks(source));
      }),
      { numRuns: 300 },
    );
  });

  it("keeps finished blocks as they are, so that they are not drawn again", () => {
    const before = parseMarkdown("a\n\nb\n\nc\n\nd");
    const after = parseMarkdown("a\n\nb\n\nc\n\nd and more", before);
    expect(after.blocks[0]).toBe(before.blocks[0]);
    expect(after.blocks[3]).not.toBe(before.blocks[3]);
  });
});
