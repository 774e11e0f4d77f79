import { css } from "lit";

/** What a place that scrolls as one page has in common with the others. */
export const placeStyles = css`
  :host {
    display: block;
    min-block-size: 0;
  }
  .scroll {
    block-size: 100%;
    overflow-y: auto;
  }
  h1 {
    font-size: var(--size-xl);
    font-weight: 650;
    letter-spacing: -0.015em;
  }
`;
