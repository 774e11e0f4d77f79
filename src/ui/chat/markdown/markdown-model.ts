import { lexer, type Token, type Tokens } from "marked";
import { decodeEntities } from "./decode-entities.ts";

/** A run of text inside a block. */
export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "strong" | "em" | "del"; readonly children: readonly Inline[] }
  /** `href` is null where the address is not one a reader may be sent to. */
  | { readonly type: "link"; readonly href: string | null; readonly children: readonly Inline[] }
  | { readonly type: "break" };

export interface ListItem {
  /** Null where the item is no task. */
  readonly checked: boolean | null;
  readonly blocks: readonly Block[];
}

export type CellAlign = "left" | "center" | "right" | null;

/** A block of a text. */
export type Block =
  | { readonly type: "paragraph"; readonly children: readonly Inline[] }
  /** Text of a tight list item: like a paragraph, without its space. */
  | { readonly type: "line"; readonly children: readonly Inline[] }
  | { readonly type: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | { readonly type: "code"; readonly language: string; readonly text: string }
  | { readonly type: "quote"; readonly blocks: readonly Block[] }
  | {
      readonly type: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly ListItem[];
    }
  | {
      readonly type: "table";
      readonly align: readonly CellAlign[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly type: "rule" };

/** A parsed text, with what is needed to parse a longer version of it cheaply. */
export interface MarkdownText {
  readonly source: string;
  readonly blocks: readonly Block[];
  /** For every block, where it ends in the source. */
  readonly ends: readonly number[];
}

const allowed = new Set(["http:", "https:", "mailto:"]);

/** The address if a reader may be sent there, else null. Relative ones have no meaning in a model's answer. */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(decodeEntities(href));
    return allowed.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

const text = (value: string): Inline => ({ type: "text", text: decodeEntities(value) });

function inlines(tokens: readonly Token[] | undefined): readonly Inline[] {
  return (tokens ?? []).flatMap((token): readonly Inline[] => {
    switch (token.type) {
      case "strong":
      case "em":
      case "del":
        return [{ type: token.type, children: inlines(token.tokens) }];
      case "codespan":
        return [{ type: "code", text: (token as Tokens.Codespan).text }];
      case "br":
        return [{ type: "break" }];
      case "link": {
        const link = token as Tokens.Link;
        return [{ type: "link", href: safeHref(link.href), children: inlines(link.tokens) }];
      }
      case "image": {
        // Showing it would tell a server that this was read; a link leaves that to the reader.
        const image = token as Tokens.Image;
        return [
          { type: "link", href: safeHref(image.href), children: [text(image.text || image.href)] },
        ];
      }
      case "escape":
        return [text((token as Tokens.Escape).text)];
      case "text":
        return token.tokens ? inlines(token.tokens) : [text((token as Tokens.Text).text)];
      case "checkbox":
        return [];
      default:
        // Raw HTML, and whatever the lexer may learn: shown as it was written.
        return [{ type: "text", text: token.raw }];
    }
  });
}

function cells(row: readonly Tokens.TableCell[]): readonly (readonly Inline[])[] {
  return row.map((cell) => inlines(cell.tokens));
}

function block(token: Token): Block | null {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return null;
    case "paragraph":
      return { type: "paragraph", children: inlines(token.tokens) };
    case "text":
      return {
        type: "line",
        children: token.tokens ? inlines(token.tokens) : [text((token as Tokens.Text).text)],
      };
    case "heading":
      return {
        type: "heading",
        level: (token as Tokens.Heading).depth,
        children: inlines(token.tokens),
      };
    case "code": {
      const code = token as Tokens.Code;
      return { type: "code", language: code.lang?.split(/\s/u, 1)[0] ?? "", text: code.text };
    }
    case "blockquote":
      return { type: "quote", blocks: blocks(token.tokens ?? []) };
    case "list": {
      const list = token as Tokens.List;
      return {
        type: "list",
        ordered: list.ordered,
        start: list.start === "" ? 1 : list.start,
        items: list.items.map((item) => ({
          checked: item.task ? item.checked === true : null,
          blocks: blocks(item.tokens),
        })),
      };
    }
    case "table": {
      const table = token as Tokens.Table;
      return {
        type: "table",
        align: table.align,
        head: cells(table.header),
        rows: table.rows.map((row) => cells(row)),
      };
    }
    case "hr":
      return { type: "rule" };
    default:
      return { type: "paragraph", children: [{ type: "text", text: token.raw.trimEnd() }] };
  }
}

function blocks(tokens: readonly Token[]): readonly Block[] {
  return tokens.map(block).filter((one) => one !== null);
}

/**
 * Markdown as blocks. With the model of an earlier, shorter version of the text, only its last two blocks are read
 * again: they are all that more text can change.
 */
export function parseMarkdown(source: string, before: MarkdownText | null = null): MarkdownText {
  const kept =
    before && source.startsWith(before.source) ? Math.max(0, before.blocks.length - 2) : 0;
  const finished = before?.blocks.slice(0, kept) ?? [];
  const ends = before?.ends.slice(0, kept) ?? [];
  let at = ends.at(-1) ?? 0;
  const fresh: Block[] = [];
  for (const token of lexer(source.slice(at))) {
    at += token.raw.length;
    const one = block(token);
    if (!one) continue;
    fresh.push(one);
    ends.push(at);
  }
  return { source, blocks: [...finished, ...fresh], ends };
}
