import { html, LitElement, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ModelProgress } from "../../engine/model-info.ts";
import { base } from "../shared/base.styles.ts";
import { formatBytes } from "../shared/format.ts";
import { askToKeep } from "../shared/storage-room.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import { addStyles } from "./add-model.styles.ts";
import { folderName, modelOfFolder } from "./model-folder.ts";
import { submitRow } from "./submit-row.ts";

/** A form to add a model from the disk. The engine checks that all files are there before it stores any. */
@customElement("slash-add-files")
export class SlashAddFiles extends LitElement {
  static override readonly styles = [base, addStyles];

  @property({ attribute: false }) app!: AppState;
  @state() private files: readonly File[] = [];
  @state() private fault = "";
  @state() private copying: AbortController | null = null;
  @state() private progress: ModelProgress | null = null;
  @state() private added = "";
  @query("#name") private readonly name!: HTMLInputElement;
  @query("form") private readonly form!: HTMLFormElement;

  override render() {
    const w = words.models;
    const bytes = this.files.reduce((sum, { size }) => sum + size, 0);
    return html`<details>
      <summary>${w.addFiles}</summary>
      <form @submit=${this.#submit} novalidate>
        <p class="hint">${w.addFilesHint}</p>
        <div class="field">
          <label for="folder">${w.folder}</label>
          <input id="folder" type="file" webkitdirectory multiple @change=${this.#choose} />
          <p class="hint">
            ${this.files.length > 0 ? w.chosen(this.files.length, formatBytes(bytes)) : w.folderHint}
          </p>
        </div>
        <div class="field">
          <label for="name">${w.id}</label>
          <input id="name" dir="ltr" autocomplete="off" spellcheck="false" />
        </div>
        ${submitRow(this.copying, w.copy, w.copying, this.files.length === 0)}
        ${this.progress ? this.#bar(this.progress) : nothing}
        <p class="fault" role="alert">${this.fault}</p>
        <p role="status">${this.added ? w.addedFiles(this.added) : ""}</p>
      </form>
    </details>`;
  }

  #bar({ loadedBytes, totalBytes }: ModelProgress) {
    return html`<label class="field">
      <span class="hint"
        >${words.models.copied(formatBytes(loadedBytes), formatBytes(totalBytes))}</span
      >
      <progress max=${totalBytes} value=${loadedBytes}></progress>
    </label>`;
  }

  readonly #choose = (event: Event) => {
    this.files = [...((event.target as HTMLInputElement).files ?? [])];
    this.fault = this.added = "";
    this.name.value = folderName(this.files);
  };

  readonly #submit = async (event: Event) => {
    event.preventDefault();
    this.fault = this.added = "";
    const model = modelOfFolder(this.files, this.name.value);
    const copying = new AbortController();
    this.copying = copying;
    void askToKeep();
    try {
      await this.app.engine.addFiles(model, copying.signal, (progress) => {
        this.progress = progress;
      });
      this.added = model.id;
      this.files = [];
      this.form.reset();
    } catch (error) {
      if (!copying.signal.aborted) {
        this.fault = error instanceof Error ? error.message : words.faults.unknown;
      }
    } finally {
      this.copying = this.progress = null;
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-add-files": SlashAddFiles;
  }
}
