import { css, html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { words } from "../words.ts";
import { base } from "./base.styles.ts";
import "./slash-copy.ts";

/** A block of code: its language, a copy button, and a scroll of its own. */
@customElement("slash-code")
export class SlashCode extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: block;
        border: 1px solid var(--line);
        border-radius: var(--round);
        background: var(--raised);
        overflow: hidden;
      }
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        padding-inline: var(--space-4) var(--space-1);
        border-block-end: 1px solid var(--line);
        color: var(--text-quiet);
        font: 500 var(--size-xs) / 1.2 var(--mono);
      }
      pre {
        padding: var(--space-3) var(--space-4);
        overflow-x: auto;
        font-size: 0.8125rem;
        line-height: 1.6;
        tab-size: 2;
      }
      :host([wrap]) pre {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      pre:focus-visible {
        outline-offset: -2px;
      }
    `,
  ];

  @property() code = "";
  @property() language = "";
  /** Long lines break instead of scrolling. */
  @property({ type: Boolean, reflect: true }) wrap = false;

  override render() {
    const name = this.language || words.chat.code;
    // The scrolling part is focusable, so that arrow keys can scroll it.
    return html`
      <div class="head">
        <span>${name}</span>
        <slash-copy .text=${this.code} .label=${words.chat.copyCode(name)}></slash-copy>
      </div>
      <pre
        tabindex="0"
        role="region"
        aria-label=${name}
        dir="ltr"
      ><code .textContent=${this.code}></code></pre>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-code": SlashCode;
  }
}
