import { html, LitElement } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { ModelInfo } from "../../engine/model-info.ts";
import { base } from "../shared/base.styles.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import { addStyles } from "./add-model.styles.ts";
import { parseSource } from "./model-source.ts";
import { submitRow } from "./submit-row.ts";

/** A form to add a model by its address. The engine checks the files before anything is stored. */
@customElement("slash-add-model")
export class SlashAddModel extends LitElement {
  static override readonly styles = [base, addStyles];

  @property({ attribute: false }) app!: AppState;
  @state() private fault = "";
  @state() private wrong: "url" | "library" | null = null;
  @state() private checking: AbortController | null = null;
  @state() private added: ModelInfo | null = null;
  @query("form") private readonly form!: HTMLFormElement;

  override render() {
    const w = words.models;
    return html`<details>
      <summary>${w.add}</summary>
      <form @submit=${this.#submit} novalidate>
        <p class="hint">${w.addHint}</p>
        ${this.#field("url", w.url, w.urlHint, "https://huggingface.co/…")}
        ${this.#field("library", w.library, w.libraryHint, "https://…/model.wasm")}
        ${this.#field("id", w.id, w.idHint, "")} ${submitRow(this.checking, w.check, w.checking)}
        <p class="fault" role="alert">${this.fault}</p>
        <p role="status">${this.added ? w.added(this.added.name) : ""}</p>
      </form>
    </details>`;
  }

  #field(name: "url" | "library" | "id", label: string, hint: string, example: string) {
    return html`<div class="field">
      <label for=${name}>${label}</label>
      <input
        id=${name}
        name=${name}
        type=${name === "id" ? "text" : "url"}
        dir="ltr"
        autocomplete="off"
        spellcheck="false"
        placeholder=${example}
        aria-invalid=${this.wrong === name ? "true" : "false"}
        aria-describedby="${name}-hint"
      />
      <p class="hint" id="${name}-hint">${hint}</p>
    </div>`;
  }

  readonly #submit = async (event: Event) => {
    event.preventDefault();
    const data = new FormData(this.form);
    const text = (name: string) => {
      const value = data.get(name);
      return typeof value === "string" ? value : "";
    };
    const parsed = parseSource({ url: text("url"), library: text("library"), id: text("id") });
    this.added = null;
    this.wrong = "fault" in parsed ? parsed.fault : null;
    this.fault = "fault" in parsed ? words.models.sourceFaults[parsed.fault] : "";
    if ("fault" in parsed) return this.form.querySelector<HTMLElement>(`#${parsed.fault}`)?.focus();
    const checking = new AbortController();
    this.checking = checking;
    try {
      this.added = await this.app.engine.add(parsed.source, checking.signal);
      this.form.reset();
    } catch (error) {
      if (!checking.signal.aborted) {
        this.fault = error instanceof Error ? error.message : words.faults.unknown;
      }
    } finally {
      this.checking = null;
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-add-model": SlashAddModel;
  }
}
