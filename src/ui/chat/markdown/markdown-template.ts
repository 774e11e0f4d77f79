import { html, nothing, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { guard } from "lit/directives/guard.js";
import type { Block, CellAlign, Inline } from "./markdown-model.ts";
import "../../shared/slash-code.ts";

function inline(part: Inline): TemplateResult | string {
  switch (part.type) {
    case "text":
      return part.text;
    case "code":
      return html`<code>${part.text}</code>`;
    case "strong":
      return html`<strong>${part.children.map(inline)}</strong>`;
    case "em":
      return html`<em>${part.children.map(inline)}</em>`;
    case "del":
      return html`<del>${part.children.map(inline)}</del>`;
    case "break":
      return html`<br />`;
    case "link":
      return part.href === null
        ? html`${part.children.map(inline)}`
        : html`<a href=${part.href} target="_blank" rel="noopener noreferrer"
            >${part.children.map(inline)}</a
          >`;
  }
}

/**
 * Headings of an answer: one level below the page's own, whatever the model began with, so that the page's outline
 * has no holes. How large they look follows the model.
 */
function heading(level: number, content: unknown): TemplateResult {
  return html`<h2 class="h${Math.min(level, 3)}" dir="auto">${content}</h2>`;
}

const alignment = (align: CellAlign | undefined) =>
  classMap({ end: align === "right", middle: align === "center" });

function table(block: Extract<Block, { type: "table" }>): TemplateResult {
  const { head, rows, align } = block;
  return html`<div class="table" tabindex="0" role="region" aria-label=${head.length}>
    <table dir="auto">
      <thead>
        <tr>
          ${head.map((cell, at) => html`<th class=${alignment(align[at])}>${cell.map(inline)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(
                (cell, at) => html`<td class=${alignment(align[at])}>${cell.map(inline)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function list(block: Extract<Block, { type: "list" }>): TemplateResult {
  const items = block.items.map((item) =>
    item.checked === null
      ? html`<li>${item.blocks.map(blockTemplate)}</li>`
      : html`<li class="task">
          <span aria-hidden="true">${item.checked ? "☑" : "☐"}</span>
          <span class="unseen">${item.checked ? "done: " : "to do: "}</span>
          <div>${item.blocks.map(blockTemplate)}</div>
        </li>`,
  );
  return block.ordered
    ? html`<ol dir="auto" start=${block.start === 1 ? nothing : block.start}>
        ${items}
      </ol>`
    : html`<ul dir="auto">
        ${items}
      </ul>`;
}

function blockTemplate(block: Block): TemplateResult {
  switch (block.type) {
    case "paragraph":
      return html`<p dir="auto">${block.children.map(inline)}</p>`;
    case "line":
      return html`<span>${block.children.map(inline)}</span>`;
    case "heading":
      return heading(block.level, block.children.map(inline));
    case "code":
      return html`<slash-code .language=${block.language} .code=${block.text}></slash-code>`;
    case "quote":
      return html`<blockquote dir="auto">${block.blocks.map(blockTemplate)}</blockquote>`;
    case "list":
      return list(block);
    case "table":
      return table(block);
    case "rule":
      return html`<hr />`;
  }
}

/** Blocks as templates. A block that has not changed is not drawn again, so a long answer stays cheap to grow. */
export function markdownTemplate(blocks: readonly Block[]): unknown {
  return blocks.map((block) => guard([block], () => blockTemplate(block)));
}
