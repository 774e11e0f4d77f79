import { digits, type Series } from "./figures.ts";

const WIDTH = 560;
const HEIGHT = 300;
const LEFT = 56;
const RIGHT = 16;
const TOP = 40;
const BOTTOM = 52;
/** Readable on light and dark grounds, and told apart without colour vision by their dashes as well. */
const STROKES = [
  { colour: "#3b76c4", dash: "" },
  { colour: "#c4692b", dash: "6 4" },
];
const INK = "#7a7f87";

/** A line plot as a picture of its own. Values on the x axis that span decades get a logarithmic one. */
export function svgPlot({ title, xLabel, yLabel, lines }: Series): string {
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(([x]) => x);
  const most = Math.max(...points.map(([, y]) => y));
  const top = niceTop(most);
  const least = Math.min(...xs);
  const scale = least > 0 && Math.max(...xs) / least > 20 ? Math.log : (x: number) => x;
  const x = spread(scale(least), scale(Math.max(...xs)), LEFT, WIDTH - RIGHT);
  const y = spread(0, top, HEIGHT - BOTTOM, TOP);
  const ticks = Array.from({ length: 5 }, (_, index) => (top * index) / 4);
  const parts = [
    text(LEFT, 20, title, "font-weight='600' font-size='14'"),
    ...ticks.map(
      (value) =>
        `<path d="M${LEFT} ${at(y(value))}H${WIDTH - RIGHT}" stroke="${INK}" stroke-opacity="0.25"/>` +
        text(LEFT - 8, y(value) + 4, digits(value), "text-anchor='end'"),
    ),
    ...[...new Set(xs)].map((value) =>
      text(x(scale(value)), HEIGHT - BOTTOM + 18, value.toLocaleString("en"), MIDDLE),
    ),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, xLabel, MIDDLE),
    text(WIDTH - RIGHT, 20, yLabel, "text-anchor='end'"),
    ...lines.map(({ label, points: line }, index) => {
      const { colour, dash } = STROKES[index % STROKES.length] ?? { colour: INK, dash: "" };
      const path = line.map(([px, py]) => `${at(x(scale(px)))} ${at(y(py))}`).join("L");
      const dots = line.map(
        ([px, py]) => `<circle cx="${at(x(scale(px)))}" cy="${at(y(py))}" r="3" fill="${colour}"/>`,
      );
      const keyY = HEIGHT - BOTTOM - 12 - index * 18;
      return (
        `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>` +
        dots.join("") +
        `<path d="M${LEFT + 12} ${keyY - 4}h24" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>` +
        text(LEFT + 42, keyY, label, "")
      );
    }),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    `<title>${escaped(`${title}: ${yLabel}`)}</title>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

const MIDDLE = "text-anchor='middle'";

function spread(from: number, to: number, start: number, end: number): (value: number) => number {
  return (value) => start + ((value - from) / (to - from || 1)) * (end - start);
}

function niceTop(most: number): number {
  const step = 10 ** Math.floor(Math.log10(most));
  const tops = [1, 1.2, 1.6, 2, 4, 6, 8, 10].map((factor) => factor * step);
  return tops.find((top) => top >= most) ?? most;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${at(x)}" y="${at(y)}" ${attributes}>${escaped(content)}</text>`;
}

function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
