import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { icons } from "../shared/icons.ts";
import type { ToolCall } from "../state/conversation.ts";
import { words } from "../words.ts";
import "../shared/slash-code.ts";

/** Results for the calls of an answer. */
export class ResultsEvent extends Event {
  readonly results: readonly { callId: string; name: string; text: string }[];

  constructor(results: ResultsEvent["results"]) {
    super("slash-results", { bubbles: true, composed: true });
    this.results = results;
  }
}

/**
 * The functions a model wants called. While they are open, the person can say what they returned.
 *
 * @event slash-results - ResultsEvent
 */
@customElement("slash-tool-calls")
export class SlashToolCalls extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host,
      form {
        display: grid;
        gap: var(--space-3);
      }
      h2 {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        font-size: var(--size-s);
      }
      section {
        display: grid;
        gap: var(--space-2);
        padding: var(--space-3) var(--space-4);
        border: 1px solid var(--line);
        border-radius: var(--round);
        grid-template-columns: minmax(0, 1fr);
      }
      textarea {
        inline-size: 100%;
      }
      form > button {
        justify-self: start;
      }
    `,
  ];

  @property({ attribute: false }) calls: readonly ToolCall[] = [];
  @property({ type: Boolean }) open = false;

  override render() {
    return html`<form @submit=${this.#submit}>
      ${this.calls.map(
        (call, at) =>
          html`<section>
            <h2>${icons.tool}<span>${words.chat.calls(call.name)}</span></h2>
            <slash-code
              .language=${words.chat.arguments}
              .code=${pretty(call.arguments)}
            ></slash-code>
            ${
              this.open
                ? html`<label for="result-${at}">${words.chat.result(call.name)}</label>
                    <textarea id="result-${at}" class="mono" rows="2" required></textarea>`
                : nothing
            }
          </section>`,
      )}
      ${this.open ? html`<button class="primary">${words.chat.giveResults}</button>` : nothing}
    </form>`;
  }

  readonly #submit = (event: Event) => {
    event.preventDefault();
    const fields = [...this.renderRoot.querySelectorAll("textarea")];
    const results = this.calls.map((call, at) => ({
      callId: call.id,
      name: call.name,
      text: fields[at]?.value ?? "",
    }));
    this.dispatchEvent(new ResultsEvent(results));
  };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-tool-calls": SlashToolCalls;
  }
  interface GlobalEventHandlersEventMap {
    "slash-results": ResultsEvent;
  }
}
