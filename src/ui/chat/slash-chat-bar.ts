import { css, html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import type { MenuItem } from "../shared/slash-menu.ts";
import { words } from "../words.ts";
import "../shared/slash-menu.ts";

/**
 * The line over a conversation: its title and what can be done with it; on a narrow page also the way to the others.
 *
 * @event slash-show-list - show the conversations
 */
@customElement("slash-chat-bar")
export class SlashChatBar extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: var(--space-1);
        min-block-size: 48px;
        padding-inline: var(--space-4) var(--space-2);
      }
      h1 {
        flex: 1;
        min-inline-size: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        font-size: var(--size-s);
      }
      .narrow {
        display: none;
      }
      @media (width < 1000px) {
        :host {
          padding-inline: var(--space-1);
        }
        .narrow {
          display: inline-flex;
        }
      }
    `,
  ];

  @property() heading = "";
  /** Address of a new conversation. */
  @property() newHref = "";
  @property({ attribute: false }) items: readonly MenuItem[] = [];

  override render() {
    return html`
      <button
        class="plain only-icon narrow"
        aria-label=${words.chat.openList}
        @click=${() => this.dispatchEvent(new Event("slash-show-list"))}
      >
        ${icons.menu}
      </button>
      <h1 dir="auto">${this.heading}</h1>
      <slash-menu .label=${words.chat.more} .items=${this.items}></slash-menu>
      <a class="button plain only-icon narrow" href=${this.newHref} aria-label=${words.chat.new}>
        ${icons.plus}
      </a>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-chat-bar": SlashChatBar;
  }
}
