import { css } from "lit";

export const answerStyles = css`
  :host {
    display: block;
  }
  article {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }
  .waiting {
    color: var(--text-quiet);
    animation: breathe 2s ease-in-out infinite;
  }
  @keyframes breathe {
    50% {
      opacity: 0.75;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .waiting {
      animation: none;
    }
  }
  .actions {
    gap: 0 var(--space-1);
  }
  .figures {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-2);
    padding-inline: var(--space-2);
    color: var(--text-quiet);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
  }
  .figures > * + *::before {
    content: "· ";
  }
  .figures strong {
    font-weight: 600;
    color: var(--text);
  }
`;
