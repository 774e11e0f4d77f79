import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { base } from "../shared/base.styles.ts";
import { checkSchema, checkTools } from "../state/check-options.ts";
import { type ChatOptions, noOptions } from "../state/conversation.ts";
import { words } from "../words.ts";
import { exampleSchema, exampleTools } from "./option-examples.ts";

/** The options were changed by hand. They may not be valid yet: see `checkSchema` and `checkTools`. */
export class OptionsEvent extends Event {
  readonly options: ChatOptions;

  constructor(options: ChatOptions) {
    super("slash-options-change", { bubbles: true, composed: true });
    this.options = options;
  }
}

/**
 * Fields for what an answer may be asked to be like.
 *
 * @event slash-options-change - OptionsEvent, at every change
 */
@customElement("slash-option-fields")
export class SlashOptionFields extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-5);
      }
      .field {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-1);
      }
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-2);
        flex-wrap: wrap;
      }
      .row {
        display: flex;
        align-items: center;
        gap: var(--space-3);
      }
      input[type="range"] {
        flex: 1;
        min-inline-size: 0;
      }
      output {
        min-inline-size: 3ch;
        font-variant-numeric: tabular-nums;
        font-size: var(--size-s);
      }
      input[type="number"] {
        inline-size: 12ch;
      }
    `,
  ];

  @property({ attribute: false }) options: ChatOptions = noOptions;

  override render() {
    const { system, temperature, maxTokens, schema, tools } = this.options;
    const w = words.options;
    return html`
      <div class="field">
        <label for="system">${w.system}</label>
        <textarea
          id="system"
          rows="3"
          dir="auto"
          aria-describedby="system-hint"
          .value=${live(system)}
          @input=${(event: Event) => this.#change({ system: valueOf(event) })}
        ></textarea>
        <p class="hint" id="system-hint">${w.systemHint}</p>
      </div>
      <div class="field">
        <div class="head">
          <label for="temperature">${w.temperature}</label>
          ${
            temperature === null
              ? nothing
              : html`<button
                  class="plain"
                  type="button"
                  @click=${() => this.#change({ temperature: null })}
                >
                  ${w.useApiDefault}
                </button>`
          }
        </div>
        <div class="row">
          <input
            id="temperature"
            type="range"
            min="0"
            max="2"
            step="0.1"
            aria-describedby="temperature-hint"
            .value=${live(String(temperature ?? 1))}
            @input=${(event: Event) => this.#change({ temperature: Number(valueOf(event)) })}
          />
          <output for="temperature"
            >${temperature === null ? w.apiDefault : temperature.toFixed(1)}</output
          >
        </div>
        <p class="hint" id="temperature-hint">${w.temperatureHint}</p>
      </div>
      <div class="field">
        <label for="length">${w.maxTokens}</label>
        <input
          id="length"
          type="number"
          min="1"
          step="1"
          inputmode="numeric"
          aria-describedby="length-hint"
          .value=${live(maxTokens === null ? "" : String(maxTokens))}
          @input=${(event: Event) => this.#change({ maxTokens: positive(valueOf(event)) })}
        />
        <p class="hint" id="length-hint">${w.maxTokensHint}</p>
      </div>
      ${this.#json("schema", w.schema, w.schemaHint, schema, exampleSchema, checkSchema(schema))}
      ${this.#json("tools", w.tools, w.toolsHint, tools, exampleTools, checkTools(tools))}
    `;
  }

  #json(
    key: "schema" | "tools",
    label: string,
    hint: string,
    value: string,
    example: string,
    fault: string | null,
  ) {
    return html`<div class="field">
      <div class="head">
        <label for=${key}>${label}</label>
        ${
          value.trim() === ""
            ? html`<button
                class="plain"
                type="button"
                @click=${() => this.#change({ [key]: example })}
              >
                ${words.options.example}
              </button>`
            : html`<button class="plain" type="button" @click=${() => this.#change({ [key]: "" })}>
                ${words.options.clear}
              </button>`
        }
      </div>
      <textarea
        id=${key}
        class="mono"
        rows=${value.trim() === "" ? 2 : 8}
        spellcheck="false"
        dir="ltr"
        aria-invalid=${fault ? "true" : "false"}
        aria-describedby="${key}-hint ${key}-fault"
        .value=${live(value)}
        @input=${(event: Event) => this.#change({ [key]: valueOf(event) })}
      ></textarea>
      <p class="hint" id="${key}-hint">${hint}</p>
      <p class="fault" id="${key}-fault">${fault}</p>
    </div>`;
  }

  #change(patch: Partial<ChatOptions>) {
    this.options = { ...this.options, ...patch };
    this.dispatchEvent(new OptionsEvent(this.options));
  }
}

const valueOf = (event: Event) => (event.target as HTMLInputElement | HTMLTextAreaElement).value;

function positive(text: string): number | null {
  const value = Math.floor(Number(text));
  return text.trim() === "" || !(value > 0) ? null : value;
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-option-fields": SlashOptionFields;
  }
  interface GlobalEventHandlersEventMap {
    "slash-options-change": OptionsEvent;
  }
}
