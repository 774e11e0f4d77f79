import { describe, expect, it } from "vitest";

import type { ApiContext } from "../api-context.ts";
import { FakeEngine, say } from "../testing/fake-engine.ts";
import { MODEL, send, testContext } from "../testing/test-client.ts";
import type { ListedItem, ListedItems, ResponseObject } from "./response-types.ts";

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

async function list(context: ApiContext, id: string, query = ""): Promise<ListedItems> {
  const response = await send(context, "GET", `/v1/responses/${id}/input_items?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as ListedItems;
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
    const { data } = await list(context, id);
    await respond(context, { input: data.map((item) => refer(item.id)) });
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

describe("the list of input items", () => {
  const input = [
    { role: "developer", content: "Be brief." },
    { type: null, id: null, role: "user", content: [{ type: "text", text: "Lamp on." }] },
    { role: "assistant", content: "Yes." },
    { role: "assistant", content: [{ type: "refusal", refusal: "No." }], status: "incomplete" },
    { type: "reasoning", id: "rs_1", summary: [] },
    { type: "function_call", call_id: "call_1", name: "set_lamp", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: "done" },
    {
      type: "function_call_output",
      id: "fco_mine",
      call_id: "call_2",
      output: [{ type: "input_text", text: "ok" }],
    },
  ];
  const ids = (items: readonly ListedItem[]): readonly string[] => items.map(({ id }) => id);

  async function listed(): Promise<{ context: ApiContext; id: string; items: ListedItem[] }> {
    const context = testContext(new FakeEngine());
    const { id } = (await (await respond(context, { input })).json()) as ResponseObject;
    return { context, id, items: (await list(context, id, "order=asc")).data };
  }

  it("has every item in full, whatever short form the client has used", async () => {
    const { items } = await listed();
    const done = { status: "completed" };
    const read = (text: string) => [{ type: "input_text", text }];
    const said = { type: "output_text", text: "Yes.", annotations: [], logprobs: [] };
    const msg = { id: expect.stringMatching(/^msg_/), type: "message" };
    expect(items).toEqual([
      { ...msg, ...done, role: "developer", content: read("Be brief.") },
      { ...msg, ...done, role: "user", content: read("Lamp on.") },
      { ...msg, ...done, role: "assistant", content: [said] },
      {
        ...msg,
        role: "assistant",
        status: "incomplete",
        content: [{ type: "refusal", refusal: "No." }],
      },
      {
        id: expect.stringMatching(/^fc_/),
        ...done,
        type: "function_call",
        call_id: "call_1",
        name: "set_lamp",
        arguments: "{}",
      },
      {
        id: expect.stringMatching(/^fco_/),
        ...done,
        type: "function_call_output",
        call_id: "call_1",
        output: "done",
      },
      {
        id: "fco_mine",
        ...done,
        type: "function_call_output",
        call_id: "call_2",
        output: read("ok"),
      },
    ]);
    expect(new Set(ids(items)).size).toBe(items.length);
  });

  it("comes page by page, newest first unless asked otherwise", async () => {
    const { context, id, items } = await listed();
    const newest = ids(items).toReversed();
    const first = await list(context, id, "limit=3");
    expect(ids(first.data)).toEqual(newest.slice(0, 3));
    expect(first).toMatchObject({ first_id: newest[0], last_id: newest[2], has_more: true });
    const second = await list(context, id, `limit=100&after=${first.last_id}`);
    expect(ids(second.data)).toEqual(newest.slice(3));
    expect(second.has_more).toBe(false);
    expect(await list(context, id, `after=${newest.at(-1)}`)).toEqual({
      object: "list",
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    });
  });

  it.each(["limit=0", "limit=101", "limit=1.5", "limit=", "order=up", "after=msg_nope"])(
    "cannot be had with %s",
    async (query) => {
      const { context, id } = await listed();
      const response = await send(context, "GET", `/v1/responses/${id}/input_items?${query}`);
      expect(response.status).toBe(400);
      const [param] = query.split("=");
      expect(await response.json()).toMatchObject({ error: { param, code: "invalid_value" } });
    },
  );
});
