import { css } from "lit";

export const responseStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: var(--space-3);
    min-block-size: 0;
    container-type: inline-size;
  }
  .empty {
    display: grid;
    gap: var(--space-2);
    place-content: center;
    block-size: 100%;
    min-block-size: 160px;
    text-align: center;
  }
  h2 {
    font-size: var(--size-s);
    overflow-wrap: anywhere;
  }
  .figures {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-3);
    color: var(--text-quiet);
    font-size: var(--size-s);
    font-variant-numeric: tabular-nums;
  }
  .good {
    color: var(--good);
  }
  .bad {
    color: var(--bad);
  }
  .views {
    display: flex;
    gap: var(--space-1);
  }
  .views button[aria-pressed="true"] {
    border-color: var(--accent);
    background: var(--accent-quiet);
    color: var(--accent);
  }
  .content {
    flex: 1;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    gap: var(--space-3);
    min-block-size: 240px;
  }
  .whole,
  aside {
    min-block-size: 0;
    overflow: auto;
  }
  aside {
    align-self: start;
    max-block-size: 100%;
    padding: var(--space-3) var(--space-4);
    border-radius: var(--round-s);
    background: var(--raised);
  }
  h3 {
    padding-block-end: var(--space-2);
    color: var(--text-quiet);
    font-size: var(--size-xs);
  }
  .text {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font-size: var(--size-s);
  }
  .text + .text {
    margin-block-start: var(--space-3);
    padding-block-start: var(--space-3);
    border-block-start: 1px solid var(--line);
  }
  @container (width >= 640px) {
    .with-text {
      grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
    }
  }
  @container (width < 640px) {
    .with-text {
      grid-template-rows: minmax(0, 320px) auto;
    }
  }
  summary {
    min-block-size: var(--target);
    align-content: center;
    font-size: var(--size-s);
    cursor: pointer;
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 var(--space-4);
    overflow-wrap: anywhere;
  }
  dt {
    color: var(--text-quiet);
  }
`;
