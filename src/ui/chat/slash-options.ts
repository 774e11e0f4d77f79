import { css, html, LitElement } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import type { AppState } from "../state/app-state.ts";
import { checkSchema, checkTools } from "../state/check-options.ts";
import type { ChatOptions } from "../state/conversation.ts";
import { words } from "../words.ts";
import type { OptionsEvent } from "./slash-option-fields.ts";
import "./slash-option-fields.ts";

/** The drawer with the options of the open conversation. What is valid holds at once; there is nothing to save. */
@customElement("slash-options")
export class SlashOptions extends LitElement {
  static override readonly styles = [
    base,
    css`
      dialog {
        position: fixed;
        inset: 0 0 0 auto;
        inline-size: min(440px, 100vw);
        block-size: 100%;
        max-block-size: none;
        max-inline-size: none;
        margin: 0;
        padding: 0;
        border: 0;
        border-inline-start: 1px solid var(--line);
        background: var(--page);
        color: var(--text);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.4);
      }
      header {
        position: sticky;
        inset-block-start: 0;
        z-index: 1;
        display: flex;
        align-items: center;
        justify-content: space-between;
        padding: var(--space-2) var(--space-2) var(--space-2) var(--space-5);
        background: var(--page);
        border-block-end: 1px solid var(--line);
      }
      slash-option-fields {
        padding: var(--space-5);
      }
      footer {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        padding: 0 var(--space-5) var(--space-6);
      }
    `,
  ];

  @property({ attribute: false }) app!: AppState;
  @state() private options: ChatOptions | null = null;
  @query("dialog") private readonly dialog!: HTMLDialogElement;

  /** Opens the drawer; resolves when it has been closed. */
  ask(): Promise<void> {
    this.dialog.showModal();
    return new Promise((resolve) =>
      this.dialog.addEventListener("close", () => resolve(), { once: true }),
    );
  }

  override render() {
    const options = this.options ?? this.app.chat.options();
    return html`<dialog aria-labelledby="title" @click=${this.#closeOutside}>
      <header>
        <h2 id="title">${words.options.title}</h2>
        <button
          class="plain only-icon"
          aria-label=${words.common.close}
          @click=${() => this.dialog.close()}
        >
          ${icons.close}
        </button>
      </header>
      <slash-option-fields
        .options=${options}
        @slash-options-change=${this.#change}
      ></slash-option-fields>
      <footer>
        <button @click=${this.#reset}>${words.options.reset}</button>
        <button @click=${this.#keep}>${words.options.asDefault}</button>
      </footer>
    </dialog>`;
  }

  readonly #change = (event: OptionsEvent) => {
    this.options = event.options;
    if (checkSchema(event.options.schema) || checkTools(event.options.tools)) return;
    const defaults = this.app.settings.state.chat;
    const own = Object.fromEntries(
      Object.entries(event.options).filter(
        ([key, value]) => value !== defaults[key as keyof ChatOptions],
      ),
    ) as Partial<ChatOptions>;
    this.#put(own);
  };

  readonly #reset = () => {
    this.options = this.app.settings.state.chat;
    this.#put({});
  };

  readonly #keep = () => {
    this.app.settings.change({ chat: this.app.chat.options() });
    this.#put({});
    this.app.notices.show({ text: words.options.keptAsDefault });
    this.dialog.close();
  };

  #put(own: Partial<ChatOptions>) {
    const { conversations } = this.app;
    void conversations.setOptions(conversations.state.currentId, own);
  }

  readonly #closeOutside = (event: Event) => {
    if (event.target === this.dialog) this.dialog.close();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-options": SlashOptions;
  }
}
