import { css } from "lit";

export const listStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-block-size: 0;
  }
  .top {
    display: grid;
    gap: var(--space-2);
    padding: var(--space-3);
  }
  .new {
    justify-content: flex-start;
  }
  nav {
    flex: 1;
    overflow-y: auto;
    padding: 0 var(--space-2) var(--space-3);
  }
  h2 {
    padding: var(--space-3) var(--space-3) var(--space-1);
    color: var(--text-quiet);
    font-size: var(--size-xs);
    font-weight: 500;
  }
  .empty,
  .foot {
    padding: var(--space-2) var(--space-3);
  }
  li {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    border-radius: var(--round-s);
  }
  .row {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    min-block-size: max(40px, var(--target));
    padding: 0 var(--space-3);
    border-radius: var(--round-s);
    color: var(--text);
    font-size: var(--size-s);
    text-decoration: none;
  }
  .row:hover,
  li:focus-within .row {
    background: var(--hover);
  }
  .row[aria-current="true"] {
    background: var(--accent-quiet);
    font-weight: 600;
  }
  .row:hover {
    color: var(--text);
  }
  .title {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .when {
    color: var(--text-quiet);
    font-size: var(--size-xs);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  .acts {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 2px;
    display: flex;
    align-items: center;
    border-radius: var(--round-s);
  }
  .acts button {
    min-inline-size: 32px;
    inline-size: 32px;
    min-block-size: 32px;
  }
  .rename {
    margin: 2px;
  }
  @media (hover: hover) {
    .acts {
      opacity: 0;
      background: var(--hover);
    }
    li:hover .acts,
    .acts:focus-within {
      opacity: 1;
    }
    li:hover .when,
    li:focus-within .when {
      visibility: hidden;
    }
    li:hover .row,
    li:focus-within .row {
      padding-inline-end: 72px;
    }
  }
  @media (hover: none) {
    .row {
      padding-inline-end: 96px;
    }
    .when {
      display: none;
    }
    .acts button {
      min-inline-size: 44px;
      inline-size: 44px;
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .row[aria-current="true"] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
