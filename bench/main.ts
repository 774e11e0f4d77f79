import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "playwright";
import { launchBrowser } from "../e2e/support/browser.ts";
import { growth } from "./sections/growth.ts";
import { longChat } from "./sections/long-chat.ts";
import { memory } from "./sections/memory.ts";
import { model } from "./sections/model.ts";
import { paced } from "./sections/paced.ts";
import { realAnswer, secondTurn, warmLoad } from "./sections/real.ts";
import { relay } from "./sections/relay.ts";
import { sizes } from "./sections/sizes.ts";
import { startup } from "./sections/startup.ts";
import { tabs } from "./sections/tabs.ts";
import { webllmChannel } from "./sections/webllm-channel.ts";
import { buildAll, buildReferences } from "./support/build.ts";
import { tableOf, type SectionResult } from "./support/figures.ts";
import { svgPlot } from "./support/svg-plot.ts";

// npm run bench                      builds everything, then measures all sections
// npm run bench -- relay paced       only these sections
// npm run bench -- --built relay     with what the last run built
// npm run bench -- --references …    builds the references again, but not the product

/** Each gets a browser of its own. */
const SECTIONS: Readonly<Record<string, (context: BrowserContext) => Promise<SectionResult>>> = {
  sizes,
  relay,
  paced,
  "webllm-channel": webllmChannel,
  tabs,
  startup,
  memory,
  growth,
  "long-chat": longChat,
  model,
  "real-answer": realAnswer,
  "second-turn": secondTurn,
  "warm-load": warmLoad,
};

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
for (const name of names) {
  if (!(name in SECTIONS)) throw new Error(`No section '${name}': ${Object.keys(SECTIONS).join()}`);
}
if (args.includes("--references")) await buildReferences();
else if (!args.includes("--built")) await buildAll();

const results = folder("results/");
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const context = await launchBrowser();
  try {
    const { figures, series = [] } = await measure(context);
    writeFileSync(`${results}${name}.json`, JSON.stringify({ figures, series }, null, 2));
    console.log(`\n${name}\n${tableOf(figures)}`);
    for (const plot of series) {
      writeFileSync(`${folder("../docs/performance/")}${plot.name}.svg`, svgPlot(plot));
      for (const { label, points } of plot.lines) console.log(plot.name, label, points.join(" "));
    }
  } finally {
    await context.close();
  }
}

function folder(path: string): string {
  const place = fileURLToPath(new URL(path, import.meta.url));
  mkdirSync(place, { recursive: true });
  return place;
}
