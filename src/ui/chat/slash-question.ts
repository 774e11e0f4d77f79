import { css, html, LitElement } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import type { UserTurn } from "../state/conversation.ts";
import { words } from "../words.ts";
import { actionStyles } from "./action.styles.ts";
import "../shared/slash-copy.ts";

/** A question was changed and should be answered anew. */
export class EditEvent extends Event {
  readonly turnId: string;
  readonly text: string;

  constructor(turnId: string, text: string) {
    super("slash-edit", { bubbles: true, composed: true });
    this.turnId = turnId;
    this.text = text;
  }
}

/**
 * What the person wrote, in a quiet box; it can be edited and sent again.
 *
 * @event slash-edit - EditEvent
 */
@customElement("slash-question")
export class SlashQuestion extends LitElement {
  static override readonly styles = [
    base,
    actionStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        align-items: flex-end;
      }
      article {
        max-inline-size: min(100%, 60ch);
      }
      .text {
        padding: var(--space-2) var(--space-4);
        border-radius: 16px 16px 4px;
        background: var(--quiet);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      form {
        inline-size: 100%;
        display: flex;
        flex-direction: column;
        gap: var(--space-2);
      }
      textarea {
        field-sizing: content;
        max-block-size: 50dvh;
        font-size: 1rem;
      }
      form div {
        display: flex;
        justify-content: flex-end;
        gap: var(--space-2);
      }
    `,
  ];

  @property({ attribute: false }) turn!: UserTurn;
  @state() private editing = false;
  @query("textarea") private readonly field!: HTMLTextAreaElement;

  override render() {
    const { text } = this.turn;
    if (this.editing) {
      return html`<form @submit=${this.#submit} @keydown=${this.#keydown}>
        <textarea rows="2" dir="auto" aria-label=${words.chat.editLabel} .value=${text}></textarea>
        <div>
          <button type="button" @click=${this.#leave}>${words.common.cancel}</button>
          <button class="primary">${words.chat.resend}</button>
        </div>
      </form>`;
    }
    return html`
      <article aria-label=${words.chat.you}>
        <div class="text" dir="auto" .textContent=${text}></div>
      </article>
      <div class="actions">
        <slash-copy wordless .text=${text} .label=${words.chat.copyQuestion}></slash-copy>
        <button
          class="plain only-icon edit"
          title=${words.chat.edit}
          aria-label=${words.chat.edit}
          @click=${this.#edit}
        >
          ${icons.pencil}
        </button>
      </div>
    `;
  }

  readonly #edit = async () => {
    this.editing = true;
    await this.updateComplete;
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  };

  readonly #leave = async () => {
    this.editing = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".edit")?.focus();
  };

  readonly #keydown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      void this.#leave();
    } else if (event.key === "Enter" && !event.shiftKey && event.target === this.field) {
      this.#submit(event);
    }
  };

  readonly #submit = (event: Event) => {
    event.preventDefault();
    const text = this.field.value.trim();
    if (text === "") return;
    this.editing = false;
    this.dispatchEvent(new EditEvent(this.turn.id, text));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-question": SlashQuestion;
  }
  interface GlobalEventHandlersEventMap {
    "slash-edit": EditEvent;
  }
}
