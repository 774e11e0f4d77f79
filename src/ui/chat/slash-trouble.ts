import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Obstacle } from "../../page/slash-v1.ts";
import { base } from "../shared/base.styles.ts";
import { words } from "../words.ts";

/**
 * Why no model runs here, and what to do: an obstacle of the browser, or an engine that could not start.
 *
 * @event slash-get - try to load the model again
 */
@customElement("slash-trouble")
export class SlashTrouble extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: block;
        overflow-y: auto;
      }
      .middle {
        display: grid;
        gap: var(--space-4);
        max-inline-size: 60ch;
        margin: auto;
        padding: var(--space-8) var(--space-4);
        overflow-wrap: anywhere;
      }
      h1 {
        font-size: var(--size-xl);
        font-weight: 650;
      }
      ol {
        padding-inline-start: 1.4em;
      }
      li + li {
        margin-block-start: var(--space-2);
      }
      button {
        justify-self: start;
      }
    `,
  ];

  @property() obstacle: Obstacle | null = null;
  /** What the engine said when it failed. */
  @property() reason = "";

  override render() {
    const known = this.obstacle ? words.obstacles[this.obstacle] : null;
    return html`<div class="middle">
      <h1>${known ? known.short : words.status.failed}</h1>
      ${
        known
          ? html`<p>${known.long}</p>
              <h2>${words.status.whatToDo}</h2>
              <ol>
                ${known.steps.map((step) => html`<li>${step}</li>`)}
              </ol>`
          : html`<p dir="auto">${this.reason || words.faults.unknown}</p>
              <button class="primary" @click=${this.#again}>${words.status.tryAgain}</button>`
      }
      ${known ? html`<p class="hint">${words.trouble.stillHere}</p>` : nothing}
    </div>`;
  }

  readonly #again = () => {
    this.dispatchEvent(new Event("slash-get", { bubbles: true, composed: true }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-trouble": SlashTrouble;
  }
}
