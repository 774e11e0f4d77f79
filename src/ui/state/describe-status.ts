import type { EngineStatus } from "../../engine/engine.ts";
import type { ModelInfo, ModelProgress } from "../../engine/model-info.ts";
import type { Obstacle } from "../../page/slash-v1.ts";
import { formatBytesOf, formatDuration, formatRate } from "../shared/format.ts";
import { words } from "../words.ts";

/** The status line at one moment: the words, and how they are meant. */
export interface StatusLine {
  readonly tone: "quiet" | "good" | "busy" | "bad";
  /** Joined by ` · `; the first says the state. */
  readonly parts: readonly string[];
  /** What a press on the line should explain. */
  readonly help: "obstacle" | "failed" | null;
  readonly progress: { readonly done: number; readonly all: number } | null;
}

/** What the line is made from. */
export interface StatusInputs {
  readonly status: EngineStatus | null;
  readonly models: readonly ModelInfo[];
  readonly obstacle: Obstacle | null;
  readonly online: boolean;
  /** Requests before this tab's own, while it waits. */
  readonly before: number | null;
}

const nameOf = (models: readonly ModelInfo[], id: string) =>
  models.find((model) => model.id === id)?.name ?? id;

/** The graphics device in a few words. */
export function deviceName(status: EngineStatus | null): string | null {
  const device = status?.device;
  if (!device) return null;
  if (device.isFallback) return words.status.softwareDevice;
  return device.description || [device.vendor, device.architecture].filter(Boolean).join(" ");
}

/** `41 of 98 MB`, `12 s left`; phases without bytes by name. */
export function describeProgress(progress: ModelProgress): readonly string[] {
  const { loadedBytes, totalBytes, bytesPerSecond, phase } = progress;
  if (totalBytes <= 0 || loadedBytes >= totalBytes) return [words.phases[phase]];
  const left = bytesPerSecond ? ((totalBytes - loadedBytes) / bytesPerSecond) * 1000 : null;
  return [
    // Fetching is what one expects while bytes are counted; anything else is named.
    ...(phase === "downloading" ? [] : [words.phases[phase]]),
    formatBytesOf(loadedBytes, totalBytes, words.units.of),
    ...(left === null ? [] : [words.units.left(formatDuration(Math.max(1000, left)))]),
  ];
}

function barOf(progress: ModelProgress | null | undefined): StatusLine["progress"] {
  if (!progress || progress.totalBytes <= 0) return null;
  return { done: progress.loadedBytes, all: progress.totalBytes };
}

/** The one sentence at the top of the app. Only says what the engine has said. */
export function describeStatus(inputs: StatusInputs): StatusLine {
  const { status, models, obstacle, before } = inputs;
  const offline = inputs.online ? null : words.status.offline;
  const line = (
    tone: StatusLine["tone"],
    parts: readonly (string | null)[],
    more: Partial<StatusLine> = {},
    // The longest and least urgent part: on a narrow page it is the one that is cut.
    device: string | null = null,
  ): StatusLine => ({
    tone,
    parts: [...parts, offline, device].filter((part) => part !== null),
    help: null,
    progress: null,
    ...more,
  });

  if (obstacle) return line("bad", [words.obstacles[obstacle].short], { help: "obstacle" });
  if (!status || status.state === "starting") return line("quiet", [words.status.starting]);
  if (status.state === "unsupported") {
    return line("bad", [words.obstacles["no-adapter"].short], { help: "obstacle" });
  }
  if (status.state === "failed") return line("bad", [words.status.failed], { help: "failed" });
  if (status.state === "loading") {
    const name = status.model ? nameOf(models, status.model) : "";
    const progress = status.progress;
    return line(
      "busy",
      [words.status.loading(name), ...(progress ? describeProgress(progress) : [])],
      { progress: barOf(progress) },
    );
  }
  if (before !== null && before > 0) {
    return line("busy", [words.status.waiting, words.status.before(before)]);
  }
  if (status.state === "answering") {
    const rate = status.tokensPerSecond;
    return line("busy", [
      words.status.answering,
      rate === null ? null : words.units.tokensPerSecond(formatRate(rate)),
      status.waiting > 0 ? words.status.queue(status.waiting) : null,
    ]);
  }
  const [fetching, ...others] = Object.values(status.downloads);
  if (fetching) {
    return line(
      status.model ? "good" : "busy",
      [
        words.status.fetching(nameOf(models, fetching.model)),
        ...describeProgress(fetching),
        others.length > 0 ? words.status.andMore(others.length) : null,
      ],
      { progress: barOf(fetching) },
    );
  }
  if (!status.model) return line("quiet", [words.status.noModel], {}, deviceName(status));
  return line("good", [words.status.ready, nameOf(models, status.model)], {}, deviceName(status));
}
