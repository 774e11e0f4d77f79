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
  .bar {
    display: flex;
    align-items: center;
    gap: var(--space-1);
    min-block-size: 48px;
    padding-inline: var(--space-4) var(--space-2);
  }
  .bar h1 {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: var(--size-s);
  }
  footer {
    inline-size: 100%;
    max-inline-size: calc(72ch + 2 * var(--space-4));
    margin-inline: auto;
    padding: 0 var(--space-4) var(--space-4);
  }
  .changed {
    color: var(--accent);
    font-weight: 650;
  }
  .changed::after {
    content: "•";
  }
  .narrow {
    display: none;
  }
  @media (width < 1000px) {
    :host {
      grid-template-columns: minmax(0, 1fr);
    }
    aside {
      display: none;
    }
    .narrow {
      display: inline-flex;
    }
    .bar {
      padding-inline: var(--space-1);
    }
  }
  @media (width < 700px) {
    .wide {
      display: none;
    }
    footer {
      padding: 0 var(--space-2) var(--space-2);
    }
  }
`;
