import { css } from "lit";

/** The row of small buttons under a turn: there on hover, on focus, and always where nothing hovers. */
export const actionStyles = css`
  .actions {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    min-block-size: var(--target);
    margin-inline: calc(-1 * var(--space-2));
  }
  @media (hover: hover) {
    .actions:not(.always) {
      opacity: 0;
      transition: opacity var(--quick);
    }
    :host(:hover) .actions,
    :host(:focus-within) .actions {
      opacity: 1;
    }
  }
`;
