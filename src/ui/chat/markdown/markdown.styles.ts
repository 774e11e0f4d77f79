import { css } from "lit";

export const markdownStyles = css`
  :host {
    display: block;
    overflow-wrap: anywhere;
  }
  :host > * {
    margin-block: 0;
  }
  :host > * + *,
  blockquote > * + *,
  li > * + * {
    margin-block-start: 0.85em;
  }
  li > span + ul,
  li > span + ol {
    margin-block-start: 0.3em;
  }
  .plain-text {
    white-space: pre-wrap;
  }
  .h1,
  .h2,
  .h3 {
    margin-block: 1.4em 0.5em;
    font-weight: 650;
    line-height: 1.3;
  }
  .h1 {
    font-size: 1.35rem;
  }
  .h2 {
    font-size: 1.15rem;
  }
  .h3 {
    font-size: 1rem;
  }
  :host > :first-child {
    margin-block-start: 0;
  }
  ul,
  ol {
    padding-inline-start: 1.6em;
  }
  li + li {
    margin-block-start: 0.3em;
  }
  li::marker {
    color: var(--text-quiet);
  }
  .task {
    display: flex;
    gap: var(--space-2);
    margin-inline-start: -1.4em;
  }
  code {
    padding: 0.1em 0.35em;
    border-radius: 4px;
    background: var(--quiet);
  }
  blockquote {
    margin-inline: 0;
    padding-inline-start: var(--space-4);
    border-inline-start: 3px solid var(--line);
    color: var(--text-quiet);
  }
  hr {
    border: 0;
    border-block-start: 1px solid var(--line);
  }
  .table {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-size: 0.9375em;
    font-variant-numeric: tabular-nums;
    overflow-wrap: normal;
  }
  th,
  td {
    padding: var(--space-2) var(--space-4) var(--space-2) 0;
    border-block-end: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
  }
  th {
    font-weight: 600;
  }
  .end {
    text-align: end;
  }
  .middle {
    text-align: center;
  }
`;
