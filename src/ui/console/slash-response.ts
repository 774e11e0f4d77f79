import { html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { formatBytes, formatDuration } from "../shared/format.ts";
import { words } from "../words.ts";
import { assemble } from "./assemble.ts";
import type { Exchange } from "./exchange-store.ts";
import { responseStyles } from "./slash-response.styles.ts";
import "../shared/slash-code.ts";
import "./slash-frames.ts";
import "./slash-timeline.ts";

/** What came back: status and figures, the frames or the body as they are, and what they say. */
@customElement("slash-response")
export class SlashResponse extends LitElement {
  static override readonly styles = [base, responseStyles];

  @property({ attribute: false }) exchange!: Exchange;
  @state() private pretty = false;

  override render() {
    const { exchange } = this;
    const w = words.console;
    if (exchange.phase === "none") {
      return html`<div class="empty">
        <h2>${w.nothingYet}</h2>
        <p class="hint">${w.nothingYetHint}</p>
      </div>`;
    }
    return html`
      <header>
        <h2 class="mono">${exchange.request}</h2>
        <p class="figures">${this.#figures()}</p>
        ${exchange.fault ? html`<p class="fault" role="alert">${exchange.fault}</p>` : nothing}
      </header>
      ${
        exchange.frames && exchange.frames.length > 0
          ? html`<slash-timeline .frames=${exchange.frames}></slash-timeline>`
          : nothing
      }
      ${exchange.status === null ? nothing : this.#content()}
      ${exchange.headers.length > 0 ? this.#headers() : nothing}
    `;
  }

  #figures() {
    const { status, phase, headersMs, endMs, bytes, frames } = this.exchange;
    const w = words.console;
    const ok = status !== null && status < 400;
    const parts = [
      headersMs === null ? null : w.headersAfter(formatDuration(headersMs)),
      frames ? w.frameCount(frames.length) : null,
      bytes > 0 ? formatBytes(bytes) : null,
      endMs === null ? null : w.endedAfter(formatDuration(endMs)),
    ].filter((part) => part !== null);
    return html`${
        status === null
          ? nothing
          : html`<strong class=${ok ? "good" : "bad"}>${ok ? "✓" : "✕"} ${status}</strong>`
      } <span>${w.phases[phase]}</span>${parts.map((part) => html`<span>${part}</span>`)}`;
  }

  #content() {
    const { exchange } = this;
    const w = words.console;
    const said = assemble(exchange.values);
    const whole = said.texts.length + said.calls.length > 0;
    return html`
      <div class="views" role="group" aria-label=${w.view}>
        <button
          aria-pressed=${this.pretty ? "false" : "true"}
          @click=${() => (this.pretty = false)}
        >
          ${w.raw}
        </button>
        <button aria-pressed=${this.pretty ? "true" : "false"} @click=${() => (this.pretty = true)}>
          ${w.pretty}
        </button>
      </div>
      <div class="content ${whole || said.error ? "with-text" : ""}">
        ${
          exchange.frames
            ? html`<slash-frames .frames=${exchange.frames} ?pretty=${this.pretty}></slash-frames>`
            : html`<div class="whole">
                <slash-code
                  wrap
                  language="json"
                  .code=${this.pretty ? prettyText(exchange.text) : exchange.text}
                ></slash-code>
              </div>`
        }
        ${
          whole || said.error
            ? html`<aside aria-label=${w.assembled} tabindex="0">
                <h3>${w.assembled}</h3>
                ${said.error ? html`<p class="fault">${said.error}</p>` : nothing}
                ${said.texts.map((text) => html`<p class="text" dir="auto" .textContent=${text}></p>`)}
                ${said.calls.map((call) => html`<p class="text mono" .textContent=${call}></p>`)}
              </aside>`
            : nothing
        }
      </div>
    `;
  }

  #headers() {
    return html`<details>
      <summary>${words.console.headers(this.exchange.headers.length)}</summary>
      <dl class="mono">
        ${this.exchange.headers.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
    </details>`;
  }
}

function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-response": SlashResponse;
  }
}
