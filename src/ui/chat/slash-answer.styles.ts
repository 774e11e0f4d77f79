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
  }
  .waiting::before {
    content: "";
    display: inline-block;
    inline-size: 8px;
    block-size: 8px;
    margin-inline-end: var(--space-2);
    border-radius: 50%;
    background: var(--accent);
    animation: breathe 1.6s ease-in-out infinite;
  }
  @keyframes breathe {
    50% {
      opacity: 0.2;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .waiting::before {
      animation: none;
    }
  }
  details {
    padding-inline-start: var(--space-4);
    border-inline-start: 3px solid var(--line);
    color: var(--text-quiet);
    font-size: var(--size-s);
  }
  summary {
    min-block-size: var(--target);
    align-content: center;
    font-weight: 500;
    cursor: pointer;
  }
  .actions {
    gap: 0 var(--space-1);
  }
  .figures {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-1);
    padding-inline: var(--space-2);
    color: var(--text-quiet);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
  }
  .figures > :not(:last-child)::after {
    content: " ·";
  }
  .figures strong {
    font-weight: 600;
    color: var(--text);
  }
`;
