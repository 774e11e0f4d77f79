import { css, html, LitElement, svg } from "lit";
import { customElement, property } from "lit/decorators.js";
import { base } from "../shared/base.styles.ts";
import { formatDuration } from "../shared/format.ts";
import { words } from "../words.ts";
import type { StreamFrame } from "./sse-transcript.ts";

/** More ticks than this cannot be told apart. */
const most = 600;

/** The frames of a stream as ticks over time: their rhythm at a glance. */
@customElement("slash-timeline")
export class SlashTimeline extends LitElement {
  static override readonly styles = [
    base,
    css`
      :host {
        display: block;
      }
      svg {
        display: block;
        inline-size: 100%;
        block-size: 32px;
        border-radius: var(--round-s);
        background: var(--raised);
      }
      line {
        stroke: var(--accent);
        stroke-width: 1.5px;
        vector-effect: non-scaling-stroke;
      }
      line.comment {
        stroke: var(--border);
      }
      .scale {
        display: flex;
        justify-content: space-between;
        color: var(--text-quiet);
        font-size: var(--size-xs);
        font-variant-numeric: tabular-nums;
      }
      @media (forced-colors: active) {
        line {
          stroke: CanvasText;
        }
      }
    `,
  ];

  @property({ attribute: false }) frames: readonly StreamFrame[] = [];

  override render() {
    const { frames } = this;
    const end = Math.max(1, frames.at(-1)?.at ?? 1);
    const step = Math.ceil(frames.length / most);
    const label = words.console.timeline(frames.length, formatDuration(end));
    return html`
      <svg viewBox="0 0 1000 32" preserveAspectRatio="none" role="img" aria-label=${label}>
        ${frames
          .filter((_, at) => at % step === 0)
          .map((frame) => {
            const x = 4 + (frame.at / end) * 992;
            return svg`<line class=${frame.data === null ? "comment" : ""} x1=${x} x2=${x} y1="8" y2="24"/>`;
          })}
      </svg>
      <div class="scale" aria-hidden="true"><span>0</span><span>${formatDuration(end)}</span></div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-timeline": SlashTimeline;
  }
}
