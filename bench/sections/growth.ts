import type { BrowserContext } from "playwright";
import { askFor, openProduct, openTab } from "../support/candidate.ts";
import type { SectionResult, Series } from "../support/figures.ts";
import { inTurns } from "../support/in-turns.ts";
import { FLOOD, SHORT_FLOOD } from "../support/load.ts";
import { median } from "../support/stats.ts";
import { totalSpeed } from "./tabs.ts";

const ROUNDS = 3;
/** Of one answer, and of what a frame holds besides its text. */
const MOST_BYTES = 4_000_000;
const FRAME_BYTES = 240;
const CHUNK_CHARACTERS = [4, 64, 256, 1_024, 4_096];
const HISTORY_CHARACTERS = [0, 4_000, 8_000, 12_000, 16_000, 20_000];
const QUEUE_LENGTHS = [1, 2, 4, 8, 16, 32];
const TAB_COUNTS = [1, 2, 4, 7, 10];

/** How the cost grows with what grows. Every line is relative to its first point. */
export async function growth(context: BrowserContext): Promise<SectionResult> {
  const product = await openProduct(context);
  const tabs = [product];
  const chunk = await inTurns(CHUNK_CHARACTERS, ROUNDS, async (textLength) => {
    // An answer that runs far ahead of its reader is dropped.
    const count = Math.min(SHORT_FLOOD.count, Math.round(MOST_BYTES / (textLength + FRAME_BYTES)));
    const { ms, bytes } = await askFor(product, { ...SHORT_FLOOD, count, textLength });
    return { chunks: count / ms, bytes: bytes / ms };
  });
  const history = await inTurns(HISTORY_CHARACTERS, ROUNDS, async (historyLength) => {
    const { ms } = await askFor(product, { ...FLOOD, count: 8_000, historyLength });
    return 1 / ms;
  });
  const queue = await inTurns(QUEUE_LENGTHS, ROUNDS, (length) =>
    totalSpeed([product], length, true),
  );
  while (tabs.length < Math.max(...TAB_COUNTS)) tabs.push(await openTab(product));
  const tab = await inTurns(TAB_COUNTS, ROUNDS, (count) => totalSpeed(tabs.slice(0, count), 1));
  for (const each of tabs.toReversed()) await each.close();

  const yLabel = "throughput, relative to the first point";
  return {
    figures: [],
    series: [
      {
        name: "chunk-size",
        title: "Chunk size",
        xLabel: "characters in a chunk",
        yLabel,
        lines: [
          relative("chunks/s", CHUNK_CHARACTERS, (x) => chunk(x).map(({ chunks }) => chunks)),
          relative("bytes/s", CHUNK_CHARACTERS, (x) => chunk(x).map(({ bytes }) => bytes)),
        ],
      },
      {
        name: "history-length",
        title: "History length",
        xLabel: "characters of conversation before the question",
        yLabel,
        lines: [relative("answers/s", HISTORY_CHARACTERS, history)],
      },
      {
        name: "queue-length",
        title: "Queue length",
        xLabel: "requests at once",
        yLabel,
        lines: [relative("chunks/s, all together", QUEUE_LENGTHS, queue)],
      },
      {
        name: "tabs",
        title: "Tabs",
        xLabel: "tabs streaming at once",
        yLabel,
        lines: [relative("chunks/s, all together", TAB_COUNTS, tab)],
      },
    ],
  };
}

function relative(
  label: string,
  along: readonly number[],
  values: (x: number) => readonly number[],
): Series["lines"][number] {
  const medians = along.map((x) => median(values(x)));
  const [first = Number.NaN] = medians;
  return {
    label,
    points: along.map((x, index) => [x, (medians[index] ?? Number.NaN) / first] as const),
  };
}
