import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { formatBytes } from "../shared/format.ts";
import type { StorageRoom } from "../shared/storage-room.ts";
import { words } from "../words.ts";

/**
 * The browser's storage as one bar: used, free, and whether it will last.
 *
 * @event slash-keep - ask the browser to keep it
 */
@customElement("slash-storage-bar")
export class SlashStorageBar extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: grid;
        gap: var(--space-2);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-4);
        font-size: var(--size-s);
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  @property({ attribute: false }) room: StorageRoom | null = null;

  override render() {
    const { room } = this;
    if (!room) return html`<p class="hint">${words.models.storageUnknown}</p>`;
    const w = words.models;
    return html`
      <progress aria-label=${w.storage} max=${room.quota} .value=${room.used}></progress>
      <div class="line">
        <span>${w.used(formatBytes(room.used))}</span>
        <span>${w.free(formatBytes(Math.max(0, room.quota - room.used)))}</span>
        <span>${room.lasting ? w.lasting : w.notLasting}</span>
        ${
          room.lasting
            ? nothing
            : html`<button
                @click=${() => this.dispatchEvent(new Event("slash-keep", { bubbles: true, composed: true }))}
              >
                ${w.askToKeep}
              </button>`
        }
      </div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-storage-bar": SlashStorageBar;
  }
}
