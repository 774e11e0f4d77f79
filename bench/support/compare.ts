import { figure, type Figure, type Goal } from "./figures.ts";
import { median, pairedDifference, pairedRatio } from "./stats.ts";

/** What is compared, and with what. */
export interface Subject {
  readonly measure: string;
  readonly unit: string;
  readonly reference: string;
  readonly goal: Goal | null;
}

/** A figure from values that were measured in turns, as a ratio. */
export function ratioOf(
  subject: Subject,
  ours: readonly number[],
  theirs: readonly number[],
): Figure {
  return compared(subject, ours, theirs, "ratio", pairedRatio(ours, theirs));
}

/** A figure from values that were measured in turns, as a difference. */
export function differenceOf(
  subject: Subject,
  ours: readonly number[],
  theirs: readonly number[],
): Figure {
  return compared(subject, ours, theirs, "difference", pairedDifference(ours, theirs));
}

/** A figure that stands for itself. */
export function valueOf(subject: Subject, ours: readonly number[]): Figure {
  return compared(subject, ours, null, "value", median(ours));
}

function compared(
  subject: Subject,
  ours: readonly number[],
  theirs: readonly number[] | null,
  comparison: Figure["comparison"],
  result: number,
): Figure {
  return figure({
    ...subject,
    ours: median(ours),
    theirs: theirs && median(theirs),
    comparison,
    result,
  });
}
