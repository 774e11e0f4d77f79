import { html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { followStores } from "../shared/follow-stores.ts";
import { icons } from "../shared/icons.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import { checkRequest } from "./check-request.ts";
import { ExchangeStore } from "./exchange-store.ts";
import { methodOf, pathOf, preset, type PresetName, presetNames } from "./presets.ts";
import { consoleStyles } from "./slash-console.styles.ts";
import type { RequestTextEvent } from "./slash-request-editor.ts";
import "./slash-request-editor.ts";
import "./slash-response.ts";
import "./slash-samples.ts";

/** A request at the left, what came back at the right. */
@customElement("slash-console")
export class SlashConsole extends LitElement {
  static override readonly styles = [base, consoleStyles];

  @property({ attribute: false }) app!: AppState;
  @state() private chosen: PresetName = "stream";
  /** What was written by hand; null: the preset as it is. */
  @state() private written: string | null = null;
  private exchange!: ExchangeStore;

  constructor() {
    super();
    followStores(this, () => [this.app.engine, this.app.settings, this.exchange]);
  }

  override connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.#onKey);
  }

  override disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKey);
    super.disconnectedCallback();
  }

  protected override willUpdate(_changed: PropertyValues<this>) {
    this.exchange ??= new ExchangeStore(this.app.slash.fetch, this.app.slash.baseUrl);
  }

  #request() {
    const { engine, settings, slash } = this.app;
    const model = engine.chosen(settings.state.model)?.id ?? "";
    const embedder = engine.state.models?.find((one) => one.capabilities.embeddings)?.id ?? model;
    const { route, body } = preset(this.chosen, model, embedder);
    const text = this.written ?? (body ? JSON.stringify(body, null, 2) : "");
    const checked = body ? checkRequest(text) : null;
    return { route, model, text, checked, body: checked?.body ?? null, baseUrl: slash.baseUrl };
  }

  override render() {
    const { route, model, text, checked, body, baseUrl } = this.#request();
    const { running } = this.exchange;
    const w = words.console;
    return html`
      <section class="request" aria-label=${w.request}>
        <h1>${words.places.console}</h1>
        <div class="field">
          <label for="preset">${w.preset}</label>
          <select id="preset" @change=${this.#choose}>
            ${presetNames.map(
              (name) =>
                html`<option value=${name} ?selected=${name === this.chosen}>
                  ${w.presets[name]}
                </option>`,
            )}
          </select>
        </div>
        <p class="line">
          <code>${methodOf(route)} ${new URL(baseUrl).pathname}/${pathOf(route, model)}</code>
          <button
            class=${running ? "" : "primary"}
            title=${running ? words.chat.stopHint : w.sendHint}
            ?disabled=${!running && checked?.fault != null}
            @click=${running ? this.#stop : this.#send}
          >
            ${running ? html`${icons.stop}${words.chat.stop}` : w.send}
          </button>
        </p>
        ${
          checked
            ? html`<slash-request-editor
                .text=${text}
                .fault=${checked.fault}
                @slash-request-text=${(event: RequestTextEvent) => (this.written = event.text)}
                @slash-send-request=${this.#send}
              ></slash-request-editor>`
            : html`<p class="hint">${w.noBody}</p>`
        }
      </section>
      <section class="response" aria-label=${w.response}>
        <slash-response .exchange=${this.exchange.state}></slash-response>
      </section>
      <section class="samples" aria-label=${w.samples}>
        ${
          checked?.fault
            ? nothing
            : html`<slash-samples .request=${{ route, body, model, baseUrl }}></slash-samples>`
        }
      </section>
      <span class="unseen" role="status">${this.#spoken()}</span>
    `;
  }

  #spoken(): string {
    const { phase, status } = this.exchange.state;
    if (phase === "none") return "";
    return `${words.console.phases[phase]}${status === null ? "" : ` ${status}`}`;
  }

  readonly #choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    this.chosen = presetNames.find((name) => name === value) ?? "stream";
    this.written = null;
  };

  readonly #send = () => {
    const { route, model, body, checked } = this.#request();
    if (checked?.fault || this.exchange.running) return;
    void this.exchange.send(route, model, body);
    // On a narrow page the response is below.
    const response = this.renderRoot.querySelector(".response");
    if (!response || !matchMedia("(width < 900px)").matches) return;
    const { top } = response.getBoundingClientRect();
    this.scrollBy({ top: top - this.getBoundingClientRect().top });
  };

  readonly #stop = () => this.exchange.stop();

  readonly #onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !this.hidden) this.exchange.stop();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-console": SlashConsole;
  }
}
