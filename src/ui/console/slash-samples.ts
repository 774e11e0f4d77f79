import { css, html, LitElement } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { words } from "../words.ts";
import { codeSamples, type SampleClient, type SampleRequest } from "./code-samples.ts";
import "../shared/slash-code.ts";

/** The same request as code for the clients people use. */
@customElement("slash-samples")
export class SlashSamples extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-2);
      }
      h2 {
        font-size: var(--size-s);
      }
      .clients {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1);
      }
      button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--accent-quiet);
        color: var(--accent);
      }
    `,
  ];

  @property({ attribute: false }) request!: SampleRequest;
  @state() private client: SampleClient = "openai";

  override render() {
    const samples = codeSamples(this.request);
    const shown = samples.find((sample) => sample.client === this.client);
    return html`
      <h2>${words.console.samples}</h2>
      <div class="clients" role="group" aria-label=${words.console.samples}>
        ${samples.map(
          (sample) =>
            html`<button
              aria-pressed=${sample.client === this.client ? "true" : "false"}
              @click=${() => (this.client = sample.client)}
            >
              ${sample.label}
            </button>`,
        )}
      </div>
      ${
        shown?.code
          ? html`<slash-code language="js" .code=${shown.code}></slash-code>`
          : html`<p class="hint">${words.console.noSample(shown?.label ?? "")}</p>`
      }
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-samples": SlashSamples;
  }
}
