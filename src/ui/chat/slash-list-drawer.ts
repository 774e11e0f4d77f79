import { css, html, LitElement } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import type { Router } from "../shell/router.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import "./slash-conversation-list.ts";

/** The conversations on a narrow page: a drawer over the chat. */
@customElement("slash-list-drawer")
export class SlashListDrawer extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: contents;
      }
      dialog {
        position: fixed;
        inset: 0 auto 0 0;
        block-size: 100%;
        max-block-size: none;
        inline-size: min(320px, 88vw);
        margin: 0;
        padding: 0;
        border: 0;
        border-inline-end: 1px solid var(--line);
        background: var(--raised);
        color: var(--text);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.4);
      }
      .body {
        display: grid;
        grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
        block-size: 100%;
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
        padding: var(--space-1) var(--space-1) 0 var(--space-4);
      }
    `,
  ];

  @property({ attribute: false }) app!: AppState;
  @property({ attribute: false }) router!: Router;
  @query("dialog") private readonly dialog!: HTMLDialogElement;

  get open(): boolean {
    return this.dialog?.open ?? false;
  }

  show() {
    this.dialog.showModal();
  }

  override render() {
    return html`<dialog aria-labelledby="title" @click=${this.#closeOutside}>
      <div class="body">
        <header>
          <h2 id="title">${words.chat.list}</h2>
          <button class="plain only-icon" aria-label=${words.common.close} @click=${this.#close}>
            ${icons.close}
          </button>
        </header>
        <slash-conversation-list
          .app=${this.app}
          .router=${this.router}
          @slash-chosen=${this.#close}
        ></slash-conversation-list>
      </div>
    </dialog>`;
  }

  readonly #close = () => this.dialog.close();

  readonly #closeOutside = (event: Event) => {
    if (event.target === this.dialog) this.dialog.close();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-list-drawer": SlashListDrawer;
  }
}
