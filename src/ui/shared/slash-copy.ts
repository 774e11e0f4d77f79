import { css, html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { words } from "../words.ts";
import { base } from "./base.styles.ts";
import { icons } from "./icons.ts";

/** A button that puts a text on the clipboard and says so. */
@customElement("slash-copy")
export class SlashCopy extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: inline-flex;
      }
      button {
        padding-inline: var(--space-2);
      }
    `,
  ];

  @property({ attribute: false }) text: string | (() => string) = "";
  /** What is copied, for those who cannot see where the button is. */
  @property() label: string = words.common.copy;
  @property({ type: Boolean }) wordless = false;

  @state() private said: "" | "copied" | "failed" = "";

  override render() {
    const label =
      this.said === ""
        ? words.common.copy
        : this.said === "copied"
          ? words.common.copied
          : words.common.notCopied;
    return html`
      <button
        class="plain"
        type="button"
        title=${this.label}
        aria-label=${this.said === "" ? this.label : label}
        @click=${this.#copy}
      >
        ${this.said === "copied" ? icons.check : icons.copy}
        ${this.wordless ? nothing : html`<span>${label}</span>`}
      </button>
      <span class="unseen" role="status">${this.said === "" ? "" : label}</span>
    `;
  }

  readonly #copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof this.text === "string" ? this.text : this.text());
      this.said = "copied";
    } catch {
      this.said = "failed";
    }
    setTimeout(() => (this.said = ""), 2000);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-copy": SlashCopy;
  }
}
