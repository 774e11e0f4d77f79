import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { EngineStatus } from "../../engine/engine.ts";
import { base } from "../shared/base.styles.ts";
import { formatBytes, formatWhen } from "../shared/format.ts";
import { followStores } from "../shared/follow-stores.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";

/** The engine in more words than the status line has room for: device and limits, queue, last errors. */
@customElement("slash-engine-status")
export class SlashEngineStatus extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
        font-size: var(--size-s);
        overflow-wrap: anywhere;
      }
      dl {
        display: grid;
        grid-template-columns: minmax(8em, auto) minmax(0, 1fr);
        gap: var(--space-1) var(--space-4);
        font-variant-numeric: tabular-nums;
      }
      dt,
      time {
        color: var(--text-quiet);
      }
      h3 {
        font-size: inherit;
      }
      ul {
        display: grid;
        gap: var(--space-2);
        padding: 0;
      }
      li {
        list-style: none;
      }
    `,
  ];

  @property({ attribute: false }) app!: AppState;

  constructor() {
    super();
    followStores(this, () => [this.app.engine]);
  }

  override render() {
    const { status, obstacle } = this.app.engine.state;
    if (obstacle) return html`<p>${words.obstacles[obstacle].long}</p>`;
    if (!status) return html`<p>${words.status.starting}</p>`;
    const w = words.settings.engine;
    return html`
      <dl>
        ${this.#device(status).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
        <dt>${w.place}</dt>
        <dd>${w.places[status.host]}</dd>
        <dt>${w.queue}</dt>
        <dd>${w.jobs(status.running, status.waiting)}</dd>
      </dl>
      <h3>${w.errors}</h3>
      ${
        status.errors.length === 0
          ? html`<p class="hint">${w.noErrors}</p>`
          : html`<ul role="list">
              ${status.errors.map(
                ({ time, error }) =>
                  html`<li>
                    <time datetime=${new Date(time).toISOString()}>${formatWhen(time)}</time>
                    <span dir="auto">${error.message}</span>
                    ${error.code ? html`<code>${error.code}</code>` : nothing}
                  </li>`,
              )}
            </ul>`
      }
    `;
  }

  #device({ device }: EngineStatus): readonly (readonly [string, string])[] {
    const w = words.settings.engine;
    if (!device) return [[w.device, w.noDevice]];
    const name =
      device.description || [device.vendor, device.architecture].filter(Boolean).join(" ");
    return [
      [w.device, device.isFallback ? `${name} · ${words.status.softwareDevice}` : name],
      [w.buffer, formatBytes(device.maxBufferSize)],
      [w.binding, formatBytes(device.maxStorageBufferBindingSize)],
      [w.half, device.features.includes("shader-f16") ? w.yes : w.no],
    ];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-engine-status": SlashEngineStatus;
  }
}
