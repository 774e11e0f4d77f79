import { css, html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { followStores } from "../shared/follow-stores.ts";
import { icons } from "../shared/icons.ts";
import type { AppState } from "../state/app-state.ts";
import { differs } from "../state/chat-request.ts";
import { words } from "../words.ts";

/** Opens the options of the open conversation, and has a mark while they differ from the defaults. */
@customElement("slash-options-button")
export class SlashOptionsButton extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: inline-flex;
      }
      .changed {
        color: var(--accent);
        font-weight: 650;
      }
      .changed::after {
        content: "•";
      }
      @media (width < 700px) {
        .wide {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) app!: AppState;

  constructor() {
    super();
    followStores(this, () => [this.app.conversations, this.app.settings]);
  }

  override render() {
    const { conversations, settings } = this.app;
    const { currentId, draftOptions } = conversations.state;
    const own = conversations.find(currentId)?.options ?? draftOptions;
    const changed = differs(own, settings.state.chat);
    const label = changed ? words.chat.optionsDiffer : words.chat.options;
    return html`<button
      class="plain ${changed ? "changed" : ""}"
      aria-label=${label}
      title=${label}
      @click=${this.#open}
    >
      ${icons.options}<span class="wide">${words.chat.options}</span>
    </button>`;
  }

  readonly #open = async () => {
    await import("./slash-options.ts");
    const drawer = document.createElement("slash-options");
    drawer.app = this.app;
    this.renderRoot.append(drawer);
    await drawer.updateComplete;
    await drawer.ask();
    drawer.remove();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-options-button": SlashOptionsButton;
  }
}
