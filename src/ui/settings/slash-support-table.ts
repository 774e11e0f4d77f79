import { css, html, LitElement, nothing } from "lit";
import { customElement } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { words } from "../words.ts";
import { supportTable } from "./support-table.ts";

/** Which routes there are, and what becomes of each field. */
@customElement("slash-support-table")
export class SlashSupportTable extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
      }
      details,
      .alone {
        border-block-end: 1px solid var(--line);
      }
      summary,
      .alone {
        min-block-size: 44px;
        align-content: center;
        font: 0.875rem/1.4 var(--mono);
        overflow-wrap: anywhere;
      }
      summary {
        cursor: pointer;
      }
      dl {
        display: grid;
        grid-template-columns: minmax(6em, auto) minmax(0, 1fr);
        gap: var(--space-2) var(--space-4);
        padding-block-end: var(--space-4);
        font-size: var(--size-s);
      }
      dt {
        font-weight: 600;
      }
      code {
        overflow-wrap: anywhere;
      }
    `,
  ];

  override render() {
    return supportTable.map(({ route, obeyed, taken, refused }) =>
      obeyed.length + taken.length + refused.length === 0
        ? html`<p class="alone">${route}</p>`
        : html`<details>
            <summary>${route}</summary>
            <dl>
              ${this.#line(`✓ ${words.settings.obeyed}`, obeyed)}
              ${this.#line(`○ ${words.settings.taken}`, taken)}
              ${this.#line(`✕ ${words.settings.refused}`, refused)}
            </dl>
          </details>`,
    );
  }

  #line(label: string, fields: readonly string[]) {
    if (fields.length === 0) return nothing;
    return html`<dt>${label}</dt>
      <dd>${fields.map((field, at) => html`${at > 0 ? ", " : ""}<code>${field}</code>`)}</dd>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-support-table": SlashSupportTable;
  }
}
