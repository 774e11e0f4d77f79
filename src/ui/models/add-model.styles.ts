import { css } from "lit";

/** Of the forms that add a model. */
export const addStyles = css`
  details {
    border: 1px solid var(--line);
    border-radius: var(--round);
  }
  summary {
    display: flex;
    align-items: center;
    min-block-size: 44px;
    padding-inline: var(--space-4);
    font-size: var(--size-s);
    font-weight: 600;
    cursor: pointer;
  }
  summary::before {
    content: "+";
    inline-size: 1.4em;
    font-family: var(--mono);
  }
  details[open] summary::before {
    content: "−";
  }
  form {
    display: grid;
    gap: var(--space-4);
    max-inline-size: 640px;
    padding: var(--space-2) var(--space-4) var(--space-4);
  }
  .field {
    display: grid;
    gap: var(--space-1);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
    align-items: center;
  }
`;
