import { css, html, LitElement } from "lit";
import { customElement, property } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { base } from "../shared/base.styles.ts";
import { FollowEndController } from "../shared/follow-end-controller.ts";
import { formatDuration } from "../shared/format.ts";
import { words } from "../words.ts";
import type { StreamFrame } from "./sse-transcript.ts";

/** Rows are drawn in blocks; a full block never changes, so it is not drawn again. */
const blockSize = 50;

/** One row a frame: when it came, how long after the one before, and what it was. */
@customElement("slash-frames")
export class SlashFrames extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: block;
        min-block-size: 0;
      }
      .scroll {
        block-size: 100%;
        overflow: auto;
        overscroll-behavior: contain;
        border: 1px solid var(--line);
        border-radius: var(--round-s);
      }
      table {
        inline-size: 100%;
        border-collapse: collapse;
        font: 0.8125rem / 1.5 var(--mono);
      }
      thead th {
        position: sticky;
        inset-block-start: 0;
        background: var(--raised);
        color: var(--text-quiet);
        font: 500 var(--size-xs) / 1.5 var(--sans);
      }
      th,
      td {
        padding: 3px var(--space-2);
        text-align: start;
        vertical-align: top;
      }
      tbody {
        content-visibility: auto;
      }
      tr + tr td,
      tbody + tbody tr td {
        border-block-start: 1px solid var(--line);
      }
      .number {
        text-align: end;
        white-space: nowrap;
        color: var(--text-quiet);
        font-variant-numeric: tabular-nums;
      }
      .raw {
        inline-size: 100%;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .comment {
        color: var(--text-quiet);
        font-style: italic;
      }
    `,
  ];

  @property({ attribute: false }) frames: readonly StreamFrame[] = [];
  /** Data as indented JSON instead of the line as it came. */
  @property({ type: Boolean }) pretty = false;

  constructor() {
    super();
    this.addController(
      new FollowEndController(this, () => this.renderRoot.querySelector<HTMLElement>(".scroll")),
    );
  }

  override render() {
    const { frames, pretty } = this;
    const blocks = Array.from({ length: Math.ceil(frames.length / blockSize) }, (_, at) =>
      frames.slice(at * blockSize, (at + 1) * blockSize),
    );
    const w = words.console;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${w.frames}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">${w.at}</th>
            <th scope="col" class="number">${w.gap}</th>
            <th scope="col">${w.frame}</th>
          </tr>
        </thead>
        ${blocks.map((block) =>
          guard(
            [block.length, pretty, block[0]],
            () =>
              html`<tbody>
                ${block.map((frame) => this.#row(frame))}
              </tbody>`,
          ),
        )}
      </table>
    </div>`;
  }

  #row(frame: StreamFrame) {
    return html`<tr>
      <td class="number">${formatDuration(frame.at)}</td>
      <td class="number">+${formatDuration(frame.gap)}</td>
      <td
        class="raw ${frame.data === null ? "comment" : ""}"
        .textContent=${this.pretty ? prettyFrame(frame) : frame.raw}
      ></td>
    </tr>`;
  }
}

function prettyFrame(frame: StreamFrame): string {
  try {
    return JSON.stringify(JSON.parse(frame.data ?? ""), null, 2);
  } catch {
    return frame.data ?? frame.raw;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-frames": SlashFrames;
  }
}
