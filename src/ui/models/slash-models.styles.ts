import { css } from "lit";

export const modelsStyles = css`
  .page {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-6);
    max-inline-size: 1040px;
    margin-inline: auto;
    padding: var(--space-8) var(--space-6) var(--space-12);
  }
  h2 {
    padding-block-end: var(--space-2);
  }
  .count {
    color: var(--text-quiet);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  input[type="search"] {
    inline-size: min(100%, 360px);
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: var(--size-s);
    table-layout: fixed;
  }
  thead th {
    padding: var(--space-2) var(--space-3);
    color: var(--text-quiet);
    font-size: var(--size-xs);
    font-weight: 500;
    text-align: start;
    inline-size: 12%;
    white-space: nowrap;
  }
  thead th:first-child {
    inline-size: 32%;
  }
  thead th:nth-child(5) {
    inline-size: 17%;
  }
  thead th:last-child {
    inline-size: 208px;
  }
  tbody tr {
    border-block-start: 1px solid var(--line);
  }
  tbody tr:last-child {
    border-block-end: 1px solid var(--line);
  }
  th[scope="row"],
  td {
    padding: var(--space-3);
    font-weight: 400;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  th[scope="row"],
  thead th:first-child {
    padding-inline-start: 0;
  }
  td.actions {
    padding-block: var(--space-2);
    padding-inline-end: 0;
  }
  .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px var(--space-2);
  }
  .name {
    font-weight: 600;
  }
  .badge {
    display: inline-block;
    padding: 0 var(--space-2);
    border: 1px solid var(--line);
    border-radius: 999px;
    color: var(--text-quiet);
    font-size: var(--size-xs);
    white-space: nowrap;
  }
  .badge.good {
    border-color: var(--good);
    color: var(--good);
  }
  .id,
  .unfit,
  .fault,
  .memory {
    display: block;
  }
  .memory {
    color: var(--text-quiet);
    font-size: var(--size-xs);
  }
  .all {
    justify-self: start;
  }
  .id {
    color: var(--text-quiet);
    font-size: var(--size-xs);
  }
  .unfit {
    margin-block-start: var(--space-1);
    color: var(--warn);
  }
  @media (width < 800px) {
    .page {
      padding: var(--space-5) var(--space-4) var(--space-8);
    }
    /* The labels are beside the values here; the heads stay for those who hear them. */
    thead {
      position: absolute;
      display: block;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    table,
    tbody {
      display: grid;
      gap: var(--space-3);
    }
    tbody tr,
    tbody tr:last-child {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: var(--space-2) var(--space-4);
      padding: var(--space-4);
      border: 1px solid var(--line);
      border-radius: var(--round);
    }
    th[scope="row"],
    td,
    td.actions {
      display: block;
      padding: 0;
    }
    .number {
      text-align: start;
    }
    th[scope="row"],
    .actions {
      grid-column: 1 / -1;
    }
    td[data-label]::before {
      content: attr(data-label);
      display: block;
      color: var(--text-quiet);
      font-size: var(--size-xs);
    }
  }
`;
