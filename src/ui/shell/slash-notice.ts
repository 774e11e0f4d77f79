import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import { followStores } from "../shared/follow-stores.ts";
import type { NoticeStore } from "../state/notice-store.ts";
import { words } from "../words.ts";

/** The one short message at the foot of the page, often with an undo. */
@customElement("slash-notice")
export class SlashNotice extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        position: fixed;
        inset-inline: 0;
        inset-block-start: calc(52px + env(safe-area-inset-top));
        z-index: 10;
        display: flex;
        justify-content: center;
        pointer-events: none;
      }
      .box {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        max-inline-size: min(560px, calc(100vw - 32px));
        padding: var(--space-1) var(--space-1) var(--space-1) var(--space-4);
        border: 1px solid var(--line);
        border-radius: var(--round);
        background: var(--page);
        box-shadow: var(--shadow);
        font-size: var(--size-s);
        pointer-events: auto;
      }
      .text {
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }
      button.plain.act {
        color: var(--accent);
        font-weight: 650;
      }
    `,
  ];

  @property({ attribute: false }) notices!: NoticeStore;

  constructor() {
    super();
    followStores(this, () => [this.notices]);
  }

  override render() {
    const { notice } = this.notices.state;
    const hold = () => this.notices.hold();
    return html`
      <div role="status">
        ${
          notice
            ? html`<div class="box" @pointerenter=${hold} @focusin=${hold}>
                <span class="text" dir="auto">${notice.text}</span>
                ${
                  notice.action
                    ? html`<button class="plain act" @click=${this.#act}>
                        ${notice.action.label}
                      </button>`
                    : nothing
                }
                <button
                  class="plain only-icon"
                  aria-label=${words.common.dismiss}
                  @click=${() => this.notices.dismiss()}
                >
                  ${icons.close}
                </button>
              </div>`
            : nothing
        }
      </div>
    `;
  }

  readonly #act = () => {
    const { notice } = this.notices.state;
    this.notices.dismiss();
    void notice?.action?.run();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-notice": SlashNotice;
  }
}
