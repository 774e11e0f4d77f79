import cases from "../fixtures/wire-cases.json" with { type: "json" };
import { scriptedOnly, wireChecks } from "../fixtures/wire-checks.ts";
import { fillIn, runWireCase, type WireCase } from "../fixtures/wire-exchange.ts";
import { MODEL, test } from "../support/real.ts";

const list: readonly WireCase[] = cases;

/** Sentences about tokens that only a script can lay down say so; everything else holds for any model. */
for (const item of list) {
  const checks = item.expect.checks.filter((sentence) => !scriptedOnly.has(sentence));
  test(`${item.id}, on the embedded model`, async ({ send }) => {
    const wireCase = { ...item, expect: { ...item.expect, checks } };
    await runWireCase(wireCase, fillIn(item, MODEL), send, wireChecks);
  });
}
