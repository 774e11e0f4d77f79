import { css } from "lit";

export const styles = css`
  :host {
    display: grid;
    grid-template: "rail header" 48px "rail main" minmax(0, 1fr) / 80px minmax(0, 1fr);
    block-size: 100dvh;
  }
  slash-rail {
    grid-area: rail;
  }
  header {
    grid-area: header;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-3);
    padding-inline: var(--space-4);
    border-block-end: 1px solid var(--line);
  }
  slash-status-line {
    flex: 1;
  }
  main {
    grid-area: main;
    min-block-size: 0;
    outline: none;
  }
  main > * {
    block-size: 100%;
  }
  .failed {
    display: grid;
    gap: var(--space-4);
    place-content: center;
    justify-items: start;
    max-inline-size: 60ch;
    margin-inline: auto;
    padding: var(--space-4);
  }
  .failed h1 {
    font-size: var(--size-xl);
  }
  .install {
    flex: none;
  }
  .skip {
    position: absolute;
    inset-block-start: -100px;
    z-index: 20;
    padding: var(--space-2) var(--space-4);
    background: var(--accent);
    color: var(--on-accent);
  }
  .skip:focus {
    inset-block-start: 0;
  }
  @media (width < 700px) {
    :host {
      grid-template: "header" 48px "main" minmax(0, 1fr) "rail" auto / minmax(0, 1fr);
    }
  }
`;
