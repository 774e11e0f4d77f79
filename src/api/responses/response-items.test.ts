import { describe, expect, it } from "vitest";

import type { ApiContext } from "../api-context.ts";
import { FakeEngine, say } from "../testing/fake-engine.ts";
import { MODEL, send, testContext } from "../testing/test-client.ts";
import type { ResponseObject } from "./response-types.ts";

const lamp = { type: "function", name: "set_lamp", parameters: { type: "object" } };
const talk =
  'Yes.\n<tool_call>\n{"name": "set_lamp", "arguments": {"on": true}}\n</tool_call>' as const;

const respond = (context: ApiContext, fields: object): Promise<Response> =>
  send(context, "POST", "/v1/responses", { model: MODEL, ...fields });

/** A first answer with text and a call, and the ids of its items. */
async function begin(engine: FakeEngine): Promise<{ context: ApiContext; ids: readonly string[] }> {
  const context = testContext(engine);
  const response = await respond(context, { input: "Lamp on.", tools: [lamp] });
  const { output } = (await response.json()) as ResponseObject;
  return { context, ids: output.map(({ id }) => id) };
}

const refer = (id: string) => ({ type: "item_reference", id });

describe("items of a response", () => {
  it("can be referred to instead of being sent again", async () => {
    const engine = new FakeEngine((_, number) => say(number === 0 ? talk : "It is on."));
    const { context, ids } = await begin(engine);
    const call_id = "call_1";
    const response = await respond(context, {
      input: [
        { role: "user", content: "Lamp on." },
        ...ids.map(refer),
        { type: "function_call_output", call_id, output: "done" },
      ],
    });
    expect(response.status).toBe(200);
    expect(engine.jobs[1]?.prompt).toMatchObject({
      messages: [
        { role: "user", content: "Lamp on." },
        { role: "assistant", content: talk },
        { role: "tool", content: "<tool_response>\ndone\n</tool_response>" },
      ],
    });
  });

  it("are stored themselves with what refers to them", async () => {
    const engine = new FakeEngine();
    const { context, ids } = await begin(engine);
    const input = [...ids.map(refer), { role: "user", content: "Go on." }];
    const { id } = (await (await respond(context, { input })).json()) as ResponseObject;
    await respond(context, { input: "More.", previous_response_id: id });
    expect(engine.jobs[2]?.prompt).toMatchObject({
      messages: [{ content: "Hi there." }, { content: "Go on." }, { content: "Hi there." }, {}],
    });
  });

  it("can be input items, too", async () => {
    const engine = new FakeEngine();
    const context = testContext(engine);
    const { id } = (await (await respond(context, { input: "One." })).json()) as ResponseObject;
    const list = await send(context, "GET", `/v1/responses/${id}/input_items`);
    const { data } = (await list.json()) as { data: [{ id: string }] };
    await respond(context, { input: [refer(data[0].id)] });
    expect(engine.jobs[1]?.prompt).toMatchObject({ messages: [{ role: "user", content: "One." }] });
  });

  it.each(["x", "msg_0123456789abcdef012345670", "msg_"])("are missed: %s", async (id) => {
    const input = [{ role: "user", content: "Hi" }, refer(id)];
    const response = await respond(testContext(new FakeEngine()), { input });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { type: "invalid_request_error", param: "input[1].id", message: expect.any(String) },
    });
  });

  it("at fault are named by their place in the request, not in the conversation", async () => {
    const context = testContext(new FakeEngine());
    const { id } = (await (await respond(context, { input: "One." })).json()) as ResponseObject;
    const response = await respond(context, {
      previous_response_id: id,
      input: [{ role: "banana", content: "x" }],
    });
    expect(await response.json()).toMatchObject({ error: { param: "input[0].role" } });
  });
});
