import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { followStores } from "../shared/follow-stores.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";

/** Which of the models on this device answers. Says nothing where there is no choice. */
@customElement("slash-model-choice")
export class SlashModelChoice extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: inline-flex;
        min-inline-size: 0;
      }
      select {
        min-inline-size: 0;
        border-color: transparent;
        background: transparent;
        color: var(--text-quiet);
        font-weight: 500;
        text-overflow: ellipsis;
        cursor: pointer;
      }
      select:hover {
        background: var(--hover);
        color: var(--text);
      }
      option {
        background: var(--page);
        color: var(--text);
      }
    `,
  ];

  @property({ attribute: false }) app!: AppState;

  constructor() {
    super();
    followStores(this, () => [this.app.engine, this.app.settings]);
  }

  override render() {
    const here = (this.app.engine.state.models ?? []).filter(
      (model) => model.capabilities.chat && model.state !== "absent",
    );
    if (here.length < 2) return nothing;
    const chosen = this.app.engine.chosen(this.app.settings.state.model);
    return html`<select aria-label=${words.chat.model} @change=${this.#choose}>
      ${here.map(
        (model) =>
          html`<option value=${model.id} ?selected=${model.id === chosen?.id}>
            ${model.name}
          </option>`,
      )}
    </select>`;
  }

  readonly #choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    this.app.settings.change({ model: value });
    this.app.engine.load(value).catch(() => undefined);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-model-choice": SlashModelChoice;
  }
}
