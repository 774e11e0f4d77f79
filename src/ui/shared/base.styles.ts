import { css } from "lit";

/** What every component starts from: boxes, buttons, fields, focus rings. Reads the theme's custom properties. */
export const base = css`
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  pre {
    margin: 0;
    padding: 0;
  }
  ul[role="list"] {
    list-style: none;
  }
  h1,
  h2,
  h3 {
    font-size: var(--size-m);
    font-weight: 600;
    line-height: 1.3;
    text-wrap: balance;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.15em;
  }
  a:hover {
    color: var(--accent-hover);
  }
  code,
  pre,
  .mono {
    font-family: var(--mono);
    font-size: 0.9em;
  }
  .icon {
    inline-size: 1.25em;
    block-size: 1.25em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--space-2);
    min-block-size: var(--target);
    min-inline-size: var(--target);
    padding: 0 var(--space-3);
    border: 1px solid var(--line);
    border-radius: var(--round-s);
    background: var(--page);
    color: var(--text);
    font: 500 var(--size-s) / 1.2 var(--sans);
    text-decoration: none;
    cursor: pointer;
  }
  button:hover,
  .button:hover {
    background: var(--hover);
    color: var(--text);
  }
  button.primary,
  .button.primary {
    border-color: transparent;
    background: var(--accent);
    color: var(--on-accent);
  }
  button.primary:hover,
  .button.primary:hover {
    background: var(--accent-hover);
    color: var(--on-accent);
  }
  button.plain,
  .button.plain {
    border-color: transparent;
    background: transparent;
    color: var(--text-quiet);
  }
  button.plain:hover,
  .button.plain:hover {
    background: var(--hover);
    color: var(--text);
  }
  button.only-icon {
    padding: 0;
    inline-size: var(--target);
  }
  button.danger {
    color: var(--bad);
  }
  button[disabled],
  button[aria-disabled="true"] {
    color: var(--text-quiet);
    background: var(--quiet);
    border-color: transparent;
    cursor: not-allowed;
  }
  input,
  textarea,
  select {
    min-block-size: var(--target);
    padding: var(--space-1) var(--space-3);
    border: 1px solid var(--border);
    border-radius: var(--round-s);
    background: var(--page);
    color: var(--text);
    font: inherit;
    font-size: var(--size-s);
    max-inline-size: 100%;
  }
  textarea {
    padding-block: var(--space-2);
    resize: vertical;
  }
  textarea.mono {
    font-family: var(--mono);
    font-size: 0.8125rem;
    line-height: 1.5;
  }
  input[type="checkbox"],
  input[type="radio"] {
    min-block-size: 0;
    inline-size: 1.15em;
    block-size: 1.15em;
    margin: 0;
    accent-color: var(--accent);
  }
  input[type="range"] {
    padding: 0;
    border: 0;
    accent-color: var(--accent);
  }
  input[aria-invalid="true"],
  textarea[aria-invalid="true"] {
    border-color: var(--bad);
  }
  ::placeholder {
    color: var(--text-quiet);
    opacity: 1;
  }
  @media (pointer: coarse) {
    /* Below 16 px a phone zooms into the field. */
    input,
    textarea,
    textarea.mono,
    select {
      font-size: 1rem;
    }
  }
  label {
    font-size: var(--size-s);
    font-weight: 500;
  }
  .hint {
    color: var(--text-quiet);
    font-size: var(--size-s);
  }
  .fault {
    color: var(--bad);
    font-size: var(--size-s);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 8px;
    border: 0;
    border-radius: 4px;
    overflow: hidden;
    background: var(--quiet);
    color: var(--accent);
  }
  progress::-webkit-progress-bar {
    background: var(--quiet);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
    transition: inline-size var(--quick);
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
  .unseen {
    position: absolute !important;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    border: 0;
  }
  @media (forced-colors: active) {
    button,
    .button {
      border-color: ButtonBorder;
    }
    progress {
      border: 1px solid CanvasText;
    }
  }
`;
