import { css } from "lit";

export const welcomeStyles = css`
  :host {
    display: block;
    min-block-size: 0;
  }
  .scroll {
    block-size: 100%;
    overflow-y: auto;
    display: grid;
  }
  .middle {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-4);
    align-content: center;
    max-inline-size: 72ch;
    inline-size: 100%;
    margin: auto;
    padding: var(--space-8) var(--space-4);
  }
  h1 {
    font-size: var(--size-xl);
    font-weight: 650;
    letter-spacing: -0.015em;
  }
  h2 {
    font-size: var(--size-s);
    color: var(--text-quiet);
  }
  .promise {
    font-size: 1.125rem;
    color: var(--text-quiet);
    max-inline-size: 44ch;
  }
  .big {
    justify-self: start;
    min-block-size: 48px;
    padding-inline: var(--space-6);
    border-radius: var(--round);
    font-size: 1rem;
  }
  .remark:empty {
    display: none;
  }
  .remark {
    color: var(--warn);
  }
  .coming {
    display: grid;
    gap: var(--space-1);
    padding-block-end: var(--space-3);
  }
  .line {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-4);
    min-block-size: var(--target);
    font-variant-numeric: tabular-nums;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-2);
  }
  section ul:not([role]) {
    padding-inline-start: 1.2em;
  }
  .prompts ul {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 190px), 1fr));
    gap: var(--space-2);
  }
  .prompts li {
    display: grid;
  }
  .prompts button {
    justify-content: flex-start;
    align-items: start;
    padding: var(--space-3);
    border-radius: var(--round);
    font-weight: 400;
    line-height: 1.45;
    text-align: start;
  }
`;
