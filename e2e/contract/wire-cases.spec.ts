import { deepEqual, equal } from "node:assert/strict";
import { piecesOf } from "../../src/engine/scripted/script.ts";
import cases from "../fixtures/wire-cases.json" with { type: "json" };
import { wireChecks } from "../fixtures/wire-checks.ts";
import {
  fillIn,
  runWireCase,
  type Anything,
  type WireCase,
  type WireExchange,
  type WireRequest,
} from "../fixtures/wire-exchange.ts";
import { EMBED_MODEL, expect, MODEL, scripted, test } from "../support/contract.ts";

const list: readonly WireCase[] = cases;

const callsOf = (...names: string[]): string =>
  JSON.stringify(names.map((name) => ({ name, arguments: { on: true } })));

/** What the engine answers where the grammar would leave a real model no choice; otherwise it repeats the question. */
const answers: Readonly<Record<string, string>> = {
  A39: callsOf("set_lamp"),
  A40: callsOf("set_lamp"),
  A41: callsOf("set_lamp"),
  A42: callsOf("set_lamp", "set_fan"),
  A45: '{"lamp": "on"}',
  A46: '{"lamp": true}',
};

/** The sentences that name the engine's tokens. */
const checks: Readonly<Record<string, (exchange: WireExchange) => unknown>> = {
  ...wireChecks,
  "with an engine scripted to split one emoji over four tokens, the joined text holds that emoji whole":
    async (exchange) => {
      const content = scripted({ pieces: [[240], [159], [152], [128]] });
      const { answer } = await exchange.again({ messages: [{ role: "user", content }] });
      equal(answer, "😀");
    },
  "with an engine scripted to emit the pieces ab / space cd / space ef / space gh and stop cd ef, the joined text is ab plus one space":
    async (exchange) => {
      const prompt = scripted({ pieces: ["ab", " cd", " ef", " gh"] });
      const { answer, finishReasons } = await exchange.again({ prompt, stop: ["cd ef"] });
      deepEqual([answer, finishReasons], ["ab ", ["stop"]]);
    },
};

/** Lays down the answer in the last message. */
function withAnswer(request: WireRequest, text: string): WireRequest {
  const body: Anything = structuredClone(request.body);
  body.messages.at(-1).content += scripted({ pieces: piecesOf(text) });
  return { ...request, body };
}

for (const item of list) {
  test(item.id, async ({ send }) => {
    const request = fillIn(item, MODEL, EMBED_MODEL);
    const answer = answers[item.id];
    await runWireCase(
      item,
      answer === undefined ? request : withAnswer(request, answer),
      send,
      checks,
    );
  });
}

test("the model that the cases are filled with is the first of the list", async ({ send }) => {
  const { bytes } = await send({ method: "GET", path: "/v1/models", headers: {}, body: null });
  const models = JSON.parse(new TextDecoder().decode(bytes)) as { data: { id: string }[] };
  expect(models.data[0]?.id).toBe(MODEL);
});
