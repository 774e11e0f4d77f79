import { css } from "lit";

export const settingsStyles = css`
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-8);
    max-inline-size: 680px;
    margin-inline: auto;
    padding: var(--space-8) var(--space-6) var(--space-12);
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-4);
    padding-block-start: var(--space-5);
    border-block-start: 1px solid var(--line);
  }
  section > button {
    justify-self: start;
  }
  .field {
    display: grid;
    gap: var(--space-1);
    justify-items: start;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  legend {
    padding: 0 0 var(--space-1);
    font-size: var(--size-s);
    font-weight: 500;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
  .choices label,
  .check {
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
    min-block-size: var(--target);
    font-weight: 400;
    cursor: pointer;
  }
  .choices label {
    padding-inline: var(--space-3);
    border: 1px solid var(--line);
    border-radius: var(--round-s);
  }
  .choices label:has(:checked) {
    border-color: var(--accent);
    background: var(--accent-quiet);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
    font-size: var(--size-s);
  }
  .row span {
    flex: 1;
    min-inline-size: 10em;
  }
  .warn {
    color: var(--warn);
    font-size: var(--size-s);
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--space-2) var(--space-4);
    align-items: baseline;
    font-size: var(--size-s);
  }
  kbd {
    padding: 2px var(--space-2);
    border: 1px solid var(--line);
    border-radius: 4px;
    background: var(--raised);
    font: 0.8125rem var(--mono);
    white-space: nowrap;
  }
  @media (width < 700px) {
    .page {
      padding: var(--space-5) var(--space-4) var(--space-8);
    }
  }
`;
