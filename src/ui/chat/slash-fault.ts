import { css, html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import type { Fault } from "../state/conversation.ts";
import { words } from "../words.ts";

/** What a person can do about a failed answer. */
export type Remedy = "retry" | "get-model" | "see-models" | "new-chat";

/** The person chose to do something about a failed answer. */
export class RemedyEvent extends Event {
  readonly remedy: Remedy;
  readonly turnId: string;

  constructor(remedy: Remedy, turnId: string) {
    super("slash-remedy", { bubbles: true, composed: true });
    this.remedy = remedy;
    this.turnId = turnId;
  }
}

/** The most helpful thing to do about an error code of the API. */
export function remedyFor(code: string | null): Remedy {
  if (code === "model_not_downloaded") return "get-model";
  if (code === "model_not_found") return "see-models";
  if (code === "context_length_exceeded") return "new-chat";
  return "retry";
}

const labels: Record<Remedy, string> = {
  retry: words.chat.retry,
  "get-model": words.chat.getModel,
  "see-models": words.chat.seeModels,
  "new-chat": words.chat.newChat,
};

/**
 * A failure where the answer would be: what happened, what was kept, and a button that helps.
 *
 * @event slash-remedy - RemedyEvent
 */
@customElement("slash-fault")
export class SlashFault extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: block;
      }
      .box {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: var(--space-1) var(--space-3);
        padding: var(--space-3) var(--space-4);
        border: 1px solid var(--bad);
        border-radius: var(--round);
        background: var(--bad-quiet);
        overflow-wrap: anywhere;
      }
      .box > * {
        grid-column: 2;
      }
      .box > .icon {
        grid-column: 1;
        margin-block-start: 0.1em;
        color: var(--bad);
      }
      h2 {
        color: var(--bad);
      }
      p {
        font-size: var(--size-s);
      }
      button {
        justify-self: start;
        margin-block-start: var(--space-2);
      }
    `,
  ];

  @property({ attribute: false }) fault!: Fault;
  /** Something of the answer had come before. */
  @property({ type: Boolean }) partly = false;
  @property() turnId = "";

  override focus() {
    this.renderRoot.querySelector("button")?.focus();
  }

  override render() {
    const remedy = remedyFor(this.fault.code);
    return html`<div class="box" role="alert">
      ${icons.alert}
      <h2>${this.partly ? words.chat.failedMidway : words.chat.failed}</h2>
      <p dir="auto">${this.fault.message}</p>
      <p>${this.partly ? words.chat.keptPart : words.chat.kept}</p>
      <button @click=${() => this.dispatchEvent(new RemedyEvent(remedy, this.turnId))}>
        ${labels[remedy]}
      </button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-fault": SlashFault;
  }
  interface GlobalEventHandlersEventMap {
    "slash-remedy": RemedyEvent;
  }
}
