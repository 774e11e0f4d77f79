import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");
const documented = readFileSync(join(SRC, "..", "docs", "api.md"), "utf8");

/** Places at which a code is given: a field of an error, its type, or an argument of one of these makers. */
const FIELD = /\bcode: (?:string = )?"([a-z_0-9]+)"/g;
const MAKERS =
  /\b(?:invalidRequest|invalid|unavailable|refuse)\((?:[^()`]|`[^`]*`|\([^()]*\))*?"([a-z0-9]+(?:_[a-z0-9]+)+)",?\s*(?:\d+,?\s*)?\)/g;
const UNION = /UnavailableCode = ([^;]+);/g;

function codesOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const unions = [...text.matchAll(UNION)].flatMap(([, list]) => list?.match(/[a-z_]+/g) ?? []);
  const found = [...text.matchAll(FIELD), ...text.matchAll(MAKERS)].flatMap(
    ([, code]) => code ?? [],
  );
  return [...found, ...unions];
}

/** `messages` and the like are fields, given where no code is. */
const FIELDS = new Set(["response_format", "stream_options", "tool_choice", "logit_bias"]);

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (name) =>
    name.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(name) && !/^(ui|api.testing)/.test(name),
);
const codes = [...new Set(sources.flatMap((name) => codesOf(join(SRC, name))))]
  .filter((code) => !FIELDS.has(code))
  .toSorted();

describe("the codes of errors", () => {
  it("are found in the sources, wherever they are given", () => {
    expect(codes).toEqual(
      expect.arrayContaining([
        "answer_stopped",
        "context_length_exceeded",
        "device_lost",
        "insufficient_storage",
        "invalid_json",
        "model_unsupported",
        "previous_response_not_found",
        "unsupported_parameter",
      ]),
    );
  });

  it.each(codes)("%s is told in docs/api.md", (code) => {
    expect(documented).toContain(`\`${code}\``);
  });
});
