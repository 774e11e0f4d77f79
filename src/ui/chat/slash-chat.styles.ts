import { css } from "lit";

export const chatStyles = css`
  :host {
    display: grid;
    grid-template-columns: 272px minmax(0, 1fr);
    min-block-size: 0;
  }
  aside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-block-size: 0;
    border-inline-end: 1px solid var(--line);
    background: var(--raised);
  }
  .talk {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
    min-block-size: 0;
  }
  footer {
    inline-size: 100%;
    max-inline-size: calc(72ch + 2 * var(--space-4));
    margin-inline: auto;
    padding: 0 var(--space-4) var(--space-4);
  }
  @media (width < 1000px) {
    :host {
      grid-template-columns: minmax(0, 1fr);
    }
    aside {
      display: none;
    }
  }
  @media (width < 700px) {
    footer {
      padding: 0 var(--space-2) var(--space-2);
    }
  }
`;
