import { css } from "lit";

export const consoleStyles = css`
  :host {
    display: grid;
    grid-template:
      "request response" auto
      "samples response" minmax(180px, 1fr) / minmax(340px, 5fr) minmax(0, 8fr);
    min-block-size: 0;
    overflow-y: auto;
  }
  .request {
    display: flex;
    flex-direction: column;
    gap: var(--space-3);
    grid-area: request;
    padding: var(--space-4) var(--space-5) 0;
    border-inline-end: 1px solid var(--line);
  }
  .samples {
    grid-area: samples;
    padding: var(--space-3) var(--space-5) var(--space-6);
    border-inline-end: 1px solid var(--line);
    overflow-y: auto;
  }
  .response {
    grid-area: response;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    padding: var(--space-4) var(--space-5);
    min-block-size: 0;
    overflow-y: auto;
  }
  h1 {
    font-size: var(--size-l);
  }
  .field {
    display: grid;
    gap: var(--space-1);
  }
  .line {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-3);
  }
  .line code {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  slash-request-editor {
    flex: none;
    block-size: clamp(200px, 40dvh, 480px);
  }
  @media (width < 900px) {
    :host {
      display: block;
      overflow-y: auto;
    }
    .request {
      border-inline-end: 0;
      border-block-end: 1px solid var(--line);
      padding: var(--space-4) var(--space-4) 0;
    }
    .response {
      padding: var(--space-4);
      overflow: visible;
    }
    .samples {
      padding: 0 var(--space-4) var(--space-8);
      border-inline-end: 0;
      overflow: visible;
    }
  }
`;
