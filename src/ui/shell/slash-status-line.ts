import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { classMap } from "lit/directives/class-map.js";
import { base } from "../shared/base.styles.ts";
import type { StatusLine } from "../state/describe-status.ts";
import { words } from "../words.ts";

/**
 * The line at the top that says what the machine is doing. The visible text changes many times a second, so only its
 * first part, the state, is spoken.
 *
 * @event help - the person wants to know what to do about an obstacle or a failure
 */
@customElement("slash-status-line")
export class SlashStatusLine extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: var(--space-3);
        min-inline-size: 0;
        font-size: var(--size-s);
      }
      .dot {
        flex: none;
        inline-size: 9px;
        block-size: 9px;
        border-radius: 50%;
        border: 2px solid var(--border);
      }
      .good .dot {
        border-color: var(--good);
        background: var(--good);
      }
      .busy .dot {
        border-color: var(--accent);
        background: linear-gradient(90deg, var(--accent) 50%, transparent 50%);
      }
      .bad .dot {
        border-color: var(--bad);
        background: var(--bad);
        border-radius: 2px;
        transform: rotate(45deg);
      }
      .line {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        min-inline-size: 0;
      }
      .words {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        color: var(--text-quiet);
        font-variant-numeric: tabular-nums;
      }
      .words strong {
        font-weight: 600;
        color: var(--text);
      }
      .bad strong {
        color: var(--bad);
      }
      progress {
        inline-size: 96px;
        block-size: 6px;
        flex: none;
      }
      button {
        white-space: nowrap;
      }
      @media (width < 700px) {
        progress {
          display: none;
        }
        .words {
          display: -webkit-box;
          -webkit-box-orient: vertical;
          -webkit-line-clamp: 2;
          line-clamp: 2;
          line-height: 1.25;
          white-space: normal;
        }
      }
    `,
  ];

  @property({ attribute: false }) line: StatusLine = {
    tone: "quiet",
    parts: [words.status.starting],
    help: null,
    progress: null,
  };

  override render() {
    const { tone, parts, help, progress } = this.line;
    const [state, ...details] = parts;
    return html`
      <p class="line ${classMap({ [tone]: true })}" title=${parts.join(" · ")}>
        <span class="dot" aria-hidden="true"></span>
        <span class="words">
          <strong>${state}</strong>${details.length > 0 ? ` · ${details.join(" · ")}` : nothing}
        </span>
      </p>
      ${
        progress
          ? html`<progress
              aria-label=${words.first.progress}
              max=${progress.all}
              .value=${progress.done}
            ></progress>`
          : nothing
      }
      ${
        help
          ? html`<button class="plain" @click=${this.#askHelp}>${words.status.whatToDo}</button>`
          : nothing
      }
      <span class="unseen" role="status">${state}</span>
    `;
  }

  readonly #askHelp = () => {
    this.dispatchEvent(new Event("help", { bubbles: true, composed: true }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-status-line": SlashStatusLine;
  }
}
