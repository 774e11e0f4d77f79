import { html, nothing, type TemplateResult } from "lit";
import { words } from "../words.ts";

/** The end of a form whose work takes a while: its button, and while it works a way to stop. */
export function submitRow(
  work: AbortController | null,
  label: string,
  workingLabel: string,
  disabled = false,
): TemplateResult {
  return html`<div class="row">
    <button class="primary" ?disabled=${work !== null || disabled}>
      ${work ? workingLabel : label}
    </button>
    ${
      work
        ? html`<button type="button" @click=${() => work.abort()}>${words.common.cancel}</button>`
        : nothing
    }
  </div>`;
}
