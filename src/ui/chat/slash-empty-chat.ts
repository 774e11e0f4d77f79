import { css, html, LitElement } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { isMetered } from "../shared/connection.ts";
import { followStores } from "../shared/follow-stores.ts";
import { askToKeep } from "../shared/storage-room.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import { welcomePhase } from "./welcome-phase.ts";
import "./slash-trouble.ts";
import "./slash-welcome.ts";

/**
 * What stands where a conversation will be: what is in the way, how to get the model, or prompts to begin with.
 *
 * @event slash-send - SendEvent with a prompt that was chosen
 */
@customElement("slash-empty-chat")
export class SlashEmptyChat extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: grid;
        grid-template: minmax(0, 1fr) / minmax(0, 1fr);
        min-block-size: 0;
      }
    `,
  ];

  @property({ attribute: false }) app!: AppState;
  @state() private remark = "";

  constructor() {
    super();
    followStores(this, () => [this.app.engine, this.app.settings, this.app.kept]);
  }

  #model() {
    return this.app.engine.chosen(this.app.settings.state.model);
  }

  override render() {
    const { engine, slash } = this.app;
    const { obstacle, status, faults, own, models } = engine.state;
    const model = this.#model();
    if (obstacle || status?.state === "failed" || status?.state === "unsupported") {
      const unable = status?.state === "unsupported" ? "no-adapter" : null;
      return html`<slash-trouble
        .obstacle=${obstacle ?? unable}
        .reason=${status?.errors[0]?.error.message ?? ""}
        @slash-get=${this.#get}
      ></slash-trouble>`;
    }
    // Nothing is said before it is known: the first answer takes less than a blink.
    if (!models || !status) return html``;
    return html`<slash-welcome
      .phase=${welcomePhase(engine.state, model)}
      .model=${model}
      .progress=${status.progress ?? (model ? (status.downloads[model.id] ?? null) : null)}
      ?own=${model !== undefined && own.has(model.id)}
      .remark=${(model && faults[model.id]) ?? this.remark}
      ?metered=${isMetered()}
      ?kept=${this.app.kept.state.kept === true}
      .baseUrl=${slash.baseUrl}
      @slash-get=${this.#get}
      @slash-stop-get=${() => model && engine.stop(model.id)}
    ></slash-welcome>`;
  }

  readonly #get = async () => {
    const model = this.#model();
    if (!model) return;
    this.remark = "";
    void askToKeep();
    try {
      await this.app.engine.load(model.id);
    } catch {
      // What failed is among the engine's faults; else the person stopped it.
      if (!this.app.engine.state.faults[model.id]) this.remark = words.first.stopped;
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-empty-chat": SlashEmptyChat;
  }
}
