import { html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { placeStyles } from "../shared/place.styles.ts";
import { downloadFile } from "../shared/download-file.ts";
import { followStores } from "../shared/follow-stores.ts";
import { askToKeep, readRoom, type StorageRoom } from "../shared/storage-room.ts";
import type { AppState } from "../state/app-state.ts";
import { checkSchema, checkTools } from "../state/check-options.ts";
import type { ChatOptions } from "../state/conversation.ts";
import { exportConversations } from "../state/export-conversations.ts";
import { initialSettings, type Settings } from "../state/settings-store.ts";
import type { OptionsEvent } from "../chat/slash-option-fields.ts";
import { words } from "../words.ts";
import { settingsStyles } from "./slash-settings.styles.ts";
import "../chat/slash-option-fields.ts";
import "../models/slash-storage-bar.ts";
import "./slash-engine-status.ts";
import "./slash-support-table.ts";

/** Appearance, defaults, storage, what `/v1` supports, and what this is. */
@customElement("slash-settings")
export class SlashSettings extends LitElement {
  static override readonly styles = [base, placeStyles, settingsStyles];

  @property({ attribute: false }) app!: AppState;
  @state() private room: StorageRoom | null = null;
  /** Defaults while they are being written and not valid yet. */
  @state() private draft: ChatOptions | null = null;

  constructor() {
    super();
    followStores(this, () => [
      this.app.settings,
      this.app.engine,
      this.app.conversations,
      this.app.kept,
    ]);
  }

  protected override firstUpdated() {
    void this.#readRoom();
    void this.app.conversations.start();
  }

  async #readRoom() {
    this.room = await readRoom();
  }

  override render() {
    const w = words.settings;
    return html`<div class="scroll">
      <div class="page">
        <h1>${words.places.settings}</h1>
        ${this.#appearance()} ${this.#defaults()} ${this.#storage()}
        <section aria-labelledby="engine">
          <h2 id="engine">${w.engineTitle}</h2>
          <slash-engine-status .app=${this.app}></slash-engine-status>
        </section>
        <section aria-labelledby="api">
          <h2 id="api">${w.api}</h2>
          <p class="hint">${w.apiHint} <code>${this.app.slash.baseUrl}</code></p>
          ${this.app.slash.mode === "in-page" ? html`<p class="warn">${w.inPage}</p>` : nothing}
          <slash-support-table></slash-support-table>
        </section>
        ${this.#keys()}
        <section aria-labelledby="about">
          <h2 id="about">${w.about}</h2>
          <p>${w.aboutText}</p>
          <p>${w.standsOn}</p>
          <p>${w.licence}</p>
        </section>
      </div>
    </div>`;
  }

  #appearance() {
    const w = words.settings;
    const { theme, density } = this.app.settings.state;
    return html`<section aria-labelledby="appearance">
      <h2 id="appearance">${w.appearance}</h2>
      ${this.#choice("theme", w.theme, theme, w.themes)}
      ${this.#choice("density", w.density, density, w.densities)}
    </section>`;
  }

  #choice<Key extends "theme" | "density">(
    key: Key,
    label: string,
    chosen: Settings[Key],
    options: Readonly<Record<Settings[Key], string>>,
  ) {
    return html`<fieldset>
      <legend>${label}</legend>
      <div class="choices">
        ${(Object.keys(options) as Settings[Key][]).map(
          (value) =>
            html`<label>
              <input
                type="radio"
                name=${key}
                .checked=${value === chosen}
                @change=${() => this.app.settings.change({ [key]: value })}
              />
              ${options[value]}
            </label>`,
        )}
      </div>
    </fieldset>`;
  }

  #defaults() {
    const w = words.settings;
    const { settings, engine } = this.app;
    const models = (engine.state.models ?? []).filter(
      (one) => one.capabilities.chat && one.unfit === null,
    );
    const chosen = engine.chosen(settings.state.model);
    return html`<section aria-labelledby="defaults">
      <h2 id="defaults">${w.defaults}</h2>
      <p class="hint">${w.defaultsHint}</p>
      <div class="field">
        <label for="model">${words.chat.model}</label>
        <select id="model" @change=${this.#chooseModel}>
          ${models.map(
            (one) =>
              html`<option value=${one.id} ?selected=${one.id === chosen?.id}>${one.name}</option>`,
          )}
        </select>
      </div>
      <label class="check">
        <input
          type="checkbox"
          .checked=${settings.state.loadAtStart}
          @change=${(event: Event) =>
            settings.change({ loadAtStart: (event.target as HTMLInputElement).checked })}
        />
        ${w.loadAtStart}
      </label>
      <slash-option-fields
        .options=${this.draft ?? settings.state.chat}
        @slash-options-change=${this.#changeDefaults}
      ></slash-option-fields>
      <button @click=${this.#resetDefaults}>${w.resetDefaults}</button>
    </section>`;
  }

  #storage() {
    const w = words.settings;
    const count = this.app.conversations.state.list?.length ?? 0;
    return html`<section aria-labelledby="storage">
      <h2 id="storage">${w.storage}</h2>
      <p class="hint">${w.storageHint}</p>
      <p class="hint">${this.#offline()}</p>
      <slash-storage-bar .room=${this.room} @slash-keep=${this.#keep}></slash-storage-bar>
      <div class="row">
        <span>${w.conversations(count)}</span>
        <button ?disabled=${count === 0} @click=${this.#export}>${words.chat.exportJson}</button>
        <button ?disabled=${count === 0} class="danger" @click=${this.#deleteAll}>
          ${w.deleteAll}
        </button>
      </div>
    </section>`;
  }

  /** Promised only where the files are really here. */
  #offline(): string {
    const { engine, kept, settings } = this.app;
    const w = words.settings.kept;
    if (kept.state.kept === null) return w.unknown;
    if (!kept.state.kept) return w.no;
    const model = engine.chosen(settings.state.model);
    return model && model.state !== "absent" ? w.all(model.name) : w.app;
  }

  #keys() {
    const w = words.settings;
    return html`<section aria-labelledby="keys">
      <h2 id="keys">${w.keys}</h2>
      <dl>
        ${w.keyList.map(
          ([key, what]) =>
            html`<dt><kbd>${key}</kbd></dt>
              <dd>${what}</dd>`,
        )}
      </dl>
    </section>`;
  }

  readonly #chooseModel = (event: Event) =>
    this.app.settings.change({ model: (event.target as HTMLSelectElement).value });

  readonly #changeDefaults = (event: OptionsEvent) => {
    const { options } = event;
    const valid = !checkSchema(options.schema) && !checkTools(options.tools);
    this.draft = valid ? null : options;
    if (valid) this.app.settings.change({ chat: options });
  };

  readonly #resetDefaults = () => {
    this.draft = null;
    this.app.settings.change({ chat: initialSettings.chat });
  };

  readonly #keep = async () => {
    const granted = await askToKeep();
    await this.#readRoom();
    if (!granted) this.app.notices.show({ text: words.models.notGranted });
  };

  readonly #export = async () => {
    downloadFile(
      await exportConversations(this.app.conversations),
      "slash-v1-chats.json",
      "application/json",
    );
  };

  readonly #deleteAll = async () => {
    const { conversations, chat, notices } = this.app;
    const list = conversations.state.list ?? [];
    const undos: (() => Promise<void>)[] = [];
    for (const { id } of list) {
      chat.stop(id);
      undos.push(await conversations.remove(id));
    }
    notices.show({
      text: words.settings.deletedAll(list.length),
      action: {
        label: words.common.undo,
        run: async () => {
          for (const undo of undos) await undo();
        },
      },
    });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-settings": SlashSettings;
  }
}
