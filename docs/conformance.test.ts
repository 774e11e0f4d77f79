import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import wireCases from "../e2e/fixtures/wire-cases.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** How many rows of each kind the bug log has. */
const KINDS = { A: 61, B: 23, C: 16 };
/** Where tests of a level live. A wire case (W) has no file of its own. */
const LEVELS: Readonly<Record<string, RegExp>> = {
  U: /^(src|sw|model)\/.*\.test\.ts$/,
  C: /^e2e\/contract\//,
  L: /^e2e\/(lifecycle|slow)\/(?!firefox)/,
  R: /^e2e\/real\//,
  F: /^e2e\/(firefox\/|lifecycle\/firefox)/,
};
/** They take their titles from the list of cases. */
const WIRE_RUNNERS = [
  "src/api/testing/wire-cases.test.ts",
  "e2e/contract/wire-cases.spec.ts",
  "e2e/contract/openai-wire-cases.spec.ts",
  "e2e/real/wire-cases.spec.ts",
];

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const page = read("docs/conformance.md");

/** `[label]: address` at the page's end. */
const links = new Map(
  [...page.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, label = "", to = ""]) => [label, to]),
);

interface Row {
  readonly id: string;
  /** The cases of the wire list that the row names. */
  readonly wire: readonly string[];
  readonly proofs: readonly { readonly level: string; readonly file: string }[];
}

const rows: readonly Row[] = [...page.matchAll(/^\| \[([ABC]\d\d)\] +\|.*\| *([^|]+?) *\|$/gm)].map(
  ([, id = "", shown = ""]) => {
    const parts = shown.split(" · ");
    const wire = parts.find((part) => part.startsWith("W"));
    const named = /\((.*)\)/.exec(wire ?? "")?.[1]?.split(", ");
    return {
      id,
      wire: wire === undefined ? [] : (named ?? [id]),
      proofs: parts
        .filter((part) => part !== wire)
        .flatMap((part) =>
          [...part.matchAll(/\[([^\]]+)\]/g)].map(([, label = ""]) => ({
            level: part.slice(0, 1),
            file: (links.get(label) ?? label).replace(/^\.\.\//, ""),
          })),
        ),
    };
  },
);

/** The ids at the beginning of titles, by file. */
const titles = new Map(
  ["src", "sw", "model", "e2e"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map(
        (path) => `${folder}/${path.replaceAll("\\", "/")}`,
      ),
    )
    .filter((path) => /\.(test|spec)\.ts$/.test(path) && !WIRE_RUNNERS.includes(path))
    .map((path) => [path, idsIn(read(path))]),
);

function idsIn(source: string): ReadonlySet<string> {
  const code = source.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
  const openings = code.match(/["'`](?:[ABC]\d\d(?:[,:]? ?))+/g) ?? [];
  return new Set(openings.flatMap((opening) => opening.match(/[ABC]\d\d/g) ?? []));
}

describe("docs/conformance.md", () => {
  it("has every row of the bug log, once", () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [kind, count] of Object.entries(KINDS)) {
      expect(ids.filter((id) => id.startsWith(kind))).toHaveLength(count);
      expect(page).toContain(`${count} of kind ${kind}`);
    }
    expect(ids).toHaveLength(100);
    expect(ids).toEqual(ids.toSorted());
  });

  it("has every wire case, in the row of its id", () => {
    expect(rows.flatMap(({ wire }) => wire).toSorted()).toEqual(
      wireCases.map(({ id }) => id).toSorted(),
    );
    for (const { id, wire } of rows) {
      for (const name of wire) expect(name.split("-")[0]).toBe(id);
    }
    for (const runner of WIRE_RUNNERS) {
      expect([...links.values()]).toContain(`../${runner}`);
      expect(read(runner)).toMatch(/item\.id\b/);
    }
  });

  it.each(rows)(
    "$id leads to its report, and to tests that carry its id",
    ({ id, wire, proofs }) => {
      expect(links.get(id)).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/issues\/\d+$/);
      expect(wire.length + proofs.length).toBeGreaterThan(0);
      for (const { level, file } of proofs) {
        expect(file).toMatch(LEVELS[level] ?? /^$/);
        expect([...(titles.get(file) ?? [])], file).toContain(id);
      }
    },
  );

  it("names every test whose title carries an id", () => {
    const carried = [...titles].flatMap(([file, ids]) => [...ids].map((id) => `${id} ${file}`));
    const named = rows.flatMap(({ id, proofs }) => proofs.map(({ file }) => `${id} ${file}`));
    expect(named.toSorted()).toEqual(carried.toSorted());
  });
});
