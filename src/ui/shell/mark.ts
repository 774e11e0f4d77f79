import { svg, html } from "lit";

/** The mark: `/v1` in a rounded square, drawn as strokes so that it needs no font. Same drawing as `public/icons/mark.svg`. */
export const mark = html`<svg viewBox="0 0 64 64" role="img" aria-label="slash-v1">
  ${svg`<rect width="64" height="64" rx="15" fill="var(--accent)"/>
  <g fill="none" stroke="var(--on-accent)" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">
    <path d="M20.5 17 11.5 47"/><path d="m26 27 6.5 17L39 27"/><path d="m45.5 23 6-4.5V44"/>
  </g>`}
</svg>`;
