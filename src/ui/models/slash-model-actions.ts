import { css, html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ModelInfo, ModelProgress } from "../../engine/model-info.ts";
import { base } from "../shared/base.styles.ts";
import { isMetered } from "../shared/connection.ts";
import { formatBytes } from "../shared/format.ts";
import { icons } from "../shared/icons.ts";
import { describeProgress } from "../state/describe-status.ts";
import { words } from "../words.ts";

export type ModelAction = "fetch" | "pause" | "cancel" | "use" | "delete";

/** The person wants something done with a model. */
export class ModelActionEvent extends Event {
  readonly action: ModelAction;
  readonly model: ModelInfo;

  constructor(action: ModelAction, model: ModelInfo) {
    super("slash-model-action", { bubbles: true, composed: true });
    this.action = action;
    this.model = model;
  }
}

/**
 * What can be done with a model now. Deleting files and fetching over a metered connection are asked once more, in
 * place.
 *
 * @event slash-model-action - ModelActionEvent
 */
@customElement("slash-model-actions")
export class SlashModelActions extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1);
      }
      .progress {
        display: grid;
        gap: var(--space-1);
        inline-size: 100%;
        min-inline-size: 180px;
      }
      .progress p,
      .ask {
        font-size: var(--size-s);
        font-variant-numeric: tabular-nums;
      }
      .row {
        display: flex;
        gap: var(--space-1);
      }
      .ask {
        flex-basis: 100%;
      }
    `,
  ];

  @property({ attribute: false }) model!: ModelInfo;
  @property({ attribute: false }) progress: ModelProgress | null = null;
  /** This tab fetches it, so it can stop it. */
  @property({ type: Boolean }) own = false;
  /** Fetching was stopped with a part of the files here. */
  @property({ type: Boolean }) paused = false;
  @property({ type: Boolean }) chosen = false;
  /** Bytes that may still be stored; null when not known. */
  @property({ attribute: false }) free: number | null = null;

  @state() private asking: "delete" | "fetch" | null = null;

  override render() {
    const { model } = this;
    if (this.progress || this.own) return this.#coming();
    if (this.asking) return this.#ask(this.asking);
    const w = words.models;
    if (model.state === "absent") {
      if (model.unfit !== null) return nothing;
      const lacking = this.free !== null && (model.sizeBytes ?? 0) > this.free;
      return html`<button
          aria-label="${this.paused ? w.goOn : w.fetch} ${model.name}"
          ?disabled=${lacking}
          @click=${this.#fetch}
        >
          ${icons.download}${this.paused ? w.goOn : w.fetch}
        </button>
        ${this.paused ? this.#button("cancel", w.discard) : nothing}
        ${lacking ? html`<p class="fault ask">${w.noRoom(formatBytes(this.free ?? 0))}</p>` : nothing}`;
    }
    return html`
      ${
        model.capabilities.chat && !(this.chosen && model.state === "loaded")
          ? this.#button("use", w.use)
          : nothing
      }
      <button
        class="plain only-icon"
        title=${w.delete}
        aria-label="${w.delete} ${model.name}"
        @click=${() => (this.asking = "delete")}
      >
        ${icons.trash}
      </button>
    `;
  }

  #coming() {
    const { progress, model } = this;
    const bytes = progress && progress.totalBytes > 0;
    return html`<div class="progress">
      <progress
        aria-label="${words.first.progress}: ${model.name}"
        max=${bytes ? progress.totalBytes : nothing}
        value=${bytes ? progress.loadedBytes : nothing}
      ></progress>
      <p>${progress ? describeProgress(progress).join(" · ") : words.phases.checking}</p>
      ${
        this.own
          ? html`<div class="row">
              ${this.#button("pause", words.models.pause)}
              ${model.state === "absent" ? this.#button("cancel", words.common.cancel) : nothing}
            </div>`
          : nothing
      }
    </div>`;
  }

  #ask(what: "delete" | "fetch") {
    const { model } = this;
    const size = model.sizeBytes === null ? "" : formatBytes(model.sizeBytes);
    const w = words.models;
    return html`<p class="ask">${what === "delete" ? w.reallyDelete(size) : w.metered(size)}</p>
      <button
        class=${what === "delete" ? "danger" : ""}
        @click=${() => {
          this.asking = null;
          this.#say(what);
        }}
      >
        ${what === "delete" ? w.delete : w.fetchAnyway}
      </button>
      <button @click=${() => (this.asking = null)}>${w.keep}</button>`;
  }

  #button(action: ModelAction, label: string) {
    return html`<button aria-label="${label} ${this.model.name}" @click=${() => this.#say(action)}>
      ${label}
    </button>`;
  }

  readonly #fetch = () => {
    if (isMetered()) this.asking = "fetch";
    else this.#say("fetch");
  };

  #say(action: ModelAction) {
    this.dispatchEvent(new ModelActionEvent(action, this.model));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-model-actions": SlashModelActions;
  }
  interface GlobalEventHandlersEventMap {
    "slash-model-action": ModelActionEvent;
  }
}
