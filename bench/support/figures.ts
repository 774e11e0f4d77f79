/** How a figure is held against its reference. */
export type Comparison = "ratio" | "difference" | "value";

/** What is asked of the compared figure. */
export interface Goal {
  readonly at: "least" | "most";
  readonly value: number;
}

/** One line of the table. */
export interface Figure {
  readonly measure: string;
  /** Measured on slash-v1, in `unit`. */
  readonly ours: number;
  /** Measured on the reference in the same run; null where the goal is absolute. */
  readonly theirs: number | null;
  readonly unit: string;
  readonly reference: string;
  readonly comparison: Comparison;
  /** The ratio or difference; not always that of the two medians, see pairedRatio. */
  readonly result: number;
  readonly goal: Goal | null;
  /** Absent where there is no goal. */
  readonly isMet?: boolean;
}

/** Values along an axis, for a plot. */
export interface Series {
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly {
    readonly label: string;
    readonly points: readonly (readonly [number, number])[];
  }[];
}

/** What a section of the bench brings. */
export interface SectionResult {
  readonly figures: readonly Figure[];
  readonly series?: readonly Series[];
}

/** Completes a figure: says whether its goal is met. */
export function figure(parts: Omit<Figure, "isMet">): Figure {
  const { goal, result } = parts;
  if (goal === null) return parts;
  return { ...parts, isMet: goal.at === "least" ? result >= goal.value : result <= goal.value };
}

export const atLeast = (value: number): Goal => ({ at: "least", value });
export const atMost = (value: number): Goal => ({ at: "most", value });

/** The table as Markdown, which reads well in a terminal too. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(
    ({ measure, ours, theirs, unit, reference, comparison, result, goal, isMet }) => [
      measure,
      `${digits(ours)} ${unit}`,
      theirs === null ? reference : `${digits(theirs)} ${unit}, ${reference}`,
      comparison === "ratio"
        ? `${digits(result)}x`
        : `${comparison === "difference" && result > 0 ? "+" : ""}${digits(result)} ${unit}`,
      goal === null
        ? ""
        : `${goal.at === "least" ? ">=" : "<="} ${goal.value}${comparison === "ratio" ? "x" : ""}`,
      isMet === undefined ? "" : isMet ? "yes" : "NO",
    ],
  );
  const head = ["measure", "slash-v1", "reference", "result", "goal", "met"];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [
    line(head),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map((row) => line(row)),
  ].join("\n");
}

/** Three significant digits, in plain notation. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}
