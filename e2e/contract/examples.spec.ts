import { readFileSync } from "node:fs";
import { expect, MODEL, test } from "../support/contract.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** The packages as the bundles of e2e/clients have them. */
const CLIENTS: Readonly<Record<string, string>> = {
  openai: "openai",
  "@langchain/openai": "langchain",
  "@ai-sdk/openai-compatible": "ai-sdk",
  ai: "ai-sdk",
};

/** The README's examples of code for a page, in order. */
const examples = [...README.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

/** As it stands, but for where packages come from and which model answers. */
function runnable(code: string): string {
  const body = code
    .replaceAll("smollm2-135m-instruct", MODEL)
    .replaceAll(/^import (.+) from "(.+)";$/gm, (_, names: string, name: string) => {
      const wanted = names.startsWith("{") ? names : `{ ${names} }`;
      return `const ${wanted} = await import(location.origin + "/clients/${CLIENTS[name]}.js");`;
    });
  return `(async () => {\n${body}\n})()`;
}

test("the README has an example for fetch and for each client", () => {
  const packages = examples.flatMap((code) =>
    [...code.matchAll(/from "(.+)"/g)].map(([, name = ""]) => name),
  );
  expect(packages.toSorted()).toEqual(Object.keys(CLIENTS).toSorted());
  expect(examples).toHaveLength(4);
});

for (const [index, code] of examples.entries()) {
  const name = /from "(.+)"/.exec(code)?.[1] ?? "fetch";
  test(`the README's example ${index + 1} prints the answer: ${name}`, async ({ page }) => {
    const printed: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "log") printed.push(message.text());
    });
    await page.evaluate(runnable(code));
    const question = /content: "(.+)"|prompt: "(.+)"|invoke\("(.+)"\)/.exec(code);
    const asked = question?.slice(1).find((text) => text !== undefined) ?? "no question";
    await expect.poll(() => printed.join("")).toBe(`You said: ${asked}`);
  });
}
