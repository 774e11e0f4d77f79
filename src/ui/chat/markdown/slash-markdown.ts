import { html, LitElement, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { base } from "../../shared/base.styles.ts";
import type { MarkdownText, parseMarkdown } from "./markdown-model.ts";
import type { markdownTemplate } from "./markdown-template.ts";
import { markdownStyles } from "./markdown.styles.ts";

interface Reader {
  readonly parse: typeof parseMarkdown;
  readonly draw: typeof markdownTemplate;
}

let reader: Reader | null = null;
let loading: Promise<Reader> | null = null;

/** Fetches the markdown reader once; worth calling ahead of the first answer. */
export function loadMarkdown(): Promise<Reader> {
  loading ??= Promise.all([import("./markdown-model.ts"), import("./markdown-template.ts")]).then(
    ([model, template]) =>
      (reader = { parse: model.parseMarkdown, draw: template.markdownTemplate }),
  );
  return loading;
}

/** Text as a model writes it, drawn as it grows. Plain until the reader has been fetched. */
@customElement("slash-markdown")
export class SlashMarkdown extends LitElement {
  static override readonly styles = [base, markdownStyles];

  @property() text = "";

  @state() private reader: Reader | null = reader;
  #parsed: MarkdownText | null = null;

  override connectedCallback() {
    super.connectedCallback();
    // When it cannot be fetched, plain text stays: still every word of it.
    if (!this.reader)
      loadMarkdown().then(
        (loaded) => (this.reader = loaded),
        () => undefined,
      );
  }

  protected override willUpdate(_changed: PropertyValues<this>) {
    if (this.reader && this.#parsed?.source !== this.text) {
      this.#parsed = this.reader.parse(this.text, this.#parsed);
    }
  }

  override render() {
    return this.reader && this.#parsed
      ? this.reader.draw(this.#parsed.blocks)
      : html`<p class="plain-text" dir="auto" .textContent=${this.text}></p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-markdown": SlashMarkdown;
  }
}
