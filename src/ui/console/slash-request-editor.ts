import { css, html, LitElement, nothing } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { base } from "../shared/base.styles.ts";
import { words } from "../words.ts";
import type { RequestFault } from "./check-request.ts";

/** The text of a request was changed by hand. */
export class RequestTextEvent extends Event {
  readonly text: string;

  constructor(text: string) {
    super("slash-request-text", { bubbles: true, composed: true });
    this.text = text;
  }
}

/**
 * The request as JSON, with line numbers and a mark at the line that is wrong. Ctrl+Enter sends.
 *
 * @event slash-request-text - RequestTextEvent
 * @event slash-send-request - send it
 */
@customElement("slash-request-editor")
export class SlashRequestEditor extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr) auto;
        gap: var(--space-1);
        min-block-size: 0;
      }
      .box {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        min-block-size: 0;
        border: 1px solid var(--border);
        border-radius: var(--round-s);
        background: var(--page);
        overflow: hidden;
      }
      .box:focus-within {
        border-color: var(--accent);
        box-shadow: 0 0 0 1px var(--accent);
      }
      .lines {
        overflow: hidden;
        padding: var(--space-2) var(--space-2);
        background: var(--raised);
        color: var(--text-quiet);
        font: 0.8125rem / 1.5 var(--mono);
        text-align: end;
        user-select: none;
      }
      .lines div.bad {
        color: var(--bad);
        font-weight: 700;
      }
      textarea,
      textarea.mono {
        min-block-size: 100%;
        padding: var(--space-2);
        border: 0;
        background: transparent;
        font-size: 0.8125rem;
        white-space: pre;
        overflow: auto;
        resize: none;
      }
      textarea:focus-visible {
        outline: none;
      }
      .fault {
        min-block-size: 1.5em;
      }
      @media (pointer: coarse) {
        .lines,
        textarea.mono {
          font-size: 1rem;
        }
      }
    `,
  ];

  @property() text = "";
  @property({ attribute: false }) fault: RequestFault | null = null;
  @query("textarea") private readonly field!: HTMLTextAreaElement;
  @query(".lines") private readonly numbers!: HTMLElement;

  override render() {
    const count = this.text.split("\n").length;
    const bad = this.fault?.line ?? null;
    return html`
      <label for="body">${words.console.body}</label>
      <div class="box">
        <div class="lines" aria-hidden="true">
          ${Array.from(
            { length: count },
            (_, at) =>
              html`<div class=${at + 1 === bad ? "bad" : ""}>
                ${at + 1 === bad ? "!" : at + 1}
              </div>`,
          )}
        </div>
        <textarea
          id="body"
          class="mono"
          dir="ltr"
          spellcheck="false"
          autocapitalize="off"
          autocomplete="off"
          aria-invalid=${this.fault ? "true" : "false"}
          aria-describedby="fault"
          .value=${live(this.text)}
          @input=${this.#input}
          @scroll=${this.#scroll}
          @keydown=${this.#keydown}
        ></textarea>
      </div>
      <p class="fault" id="fault">
        ${this.fault ? words.console.fault(this.fault.line, this.fault.message) : nothing}
      </p>
    `;
  }

  readonly #input = () => this.dispatchEvent(new RequestTextEvent(this.field.value));

  readonly #scroll = () => {
    this.numbers.scrollTop = this.field.scrollTop;
  };

  readonly #keydown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.dispatchEvent(new Event("slash-send-request", { bubbles: true, composed: true }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-request-editor": SlashRequestEditor;
  }
  interface GlobalEventHandlersEventMap {
    "slash-request-text": RequestTextEvent;
  }
}
