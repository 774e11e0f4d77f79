import { html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";

/** A place of the app. */
@customElement("slash-console")
export class SlashConsole extends LitElement {
  static override readonly styles = [base];

  @property({ attribute: false }) app!: AppState;

  override render() {
    return html`<h1>${words.places.console}</h1>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-console": SlashConsole;
  }
}
