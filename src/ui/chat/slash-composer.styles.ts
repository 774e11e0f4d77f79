import { css } from "lit";

export const composerStyles = css`
  :host {
    display: block;
  }
  form {
    display: flex;
    flex-direction: column;
    border: 1px solid var(--border);
    border-radius: 16px;
    background: var(--page);
  }
  form:focus-within {
    border-color: var(--accent);
    box-shadow: 0 0 0 1px var(--accent);
  }
  textarea {
    inline-size: 100%;
    min-block-size: 44px;
    max-block-size: 40dvh;
    padding: var(--space-3) var(--space-4) var(--space-1);
    border: 0;
    background: transparent;
    font-size: 1rem;
    line-height: 1.5;
    resize: none;
    field-sizing: content;
  }
  textarea:focus-visible {
    outline: none;
  }
  .foot {
    display: flex;
    align-items: center;
    gap: var(--space-1);
    padding: var(--space-1) var(--space-2) var(--space-2);
  }
  .round {
    margin-inline-start: auto;
    border-radius: 50%;
  }
  .round[type="button"] .icon {
    fill: currentColor;
    inline-size: 1em;
    block-size: 1em;
  }
  .round[aria-disabled="true"] {
    cursor: default;
  }
  .remark {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    padding: var(--space-1) var(--space-1) var(--space-1) var(--space-4);
    border-radius: 15px 15px 0 0;
    background: var(--warn-quiet);
    color: var(--warn);
    font-size: var(--size-s);
  }
  .remark span {
    flex: 1;
  }
  @media (forced-colors: active) {
    form:focus-within {
      outline: 2px solid Highlight;
    }
  }
`;
