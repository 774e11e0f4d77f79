import { expect, it } from "vitest";
import { parseModelList } from "./parse-model-list.ts";

it("reads OpenAI's fields and ours", () => {
  const own = {
    name: "M",
    state: "stored",
    embedded: true,
    sizeBytes: 1,
    memoryBytes: 2,
    parameters: "1M",
    contextLength: 3,
    capabilities: { chat: false, tools: true, json: true, embeddings: true },
    unfit: "No.",
  };
  expect(
    parseModelList({
      object: "list",
      data: [{ id: "m", object: "model", created: 4, owned_by: "o", slash_v1: own }],
    }),
  ).toEqual([{ id: "m", created: 4, ownedBy: "o", ...own }]);
});

it("makes do with a list of any other server", () => {
  expect(parseModelList({ data: [{ id: "m" }, {}, 7] })).toMatchObject([
    { id: "m", name: "m", state: "absent", capabilities: { chat: true } },
  ]);
  expect(parseModelList(null)).toEqual([]);
});
