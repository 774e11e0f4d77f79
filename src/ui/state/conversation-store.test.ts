import { describe, expect, it } from "vitest";
import { MemoryKeeper } from "./conversation-keeper.ts";
import { ConversationStore } from "./conversation-store.ts";
import { type AssistantTurn, titleFrom, type Turn } from "./conversation.ts";
import { exportConversations, toMarkdown } from "./export-conversations.ts";
import { readConversations } from "./import-conversations.ts";
import { searchConversations } from "./search-conversations.ts";

const user = (text: string): Turn => ({ role: "user", id: crypto.randomUUID(), text, created: 1 });
const running: AssistantTurn = {
  role: "assistant",
  id: "a",
  text: "half",
  created: 1,
  model: "M",
  toolCalls: [],
  json: false,
  ending: "running",
  figures: null,
  fault: null,
};

function storeOn(keeper = new MemoryKeeper()) {
  return new ConversationStore(async () => ({ keeper, lasting: true }));
}

describe("conversations", () => {
  it("begin, are kept, and are there for the next visit", async () => {
    const keeper = new MemoryKeeper();
    const first = storeOn(keeper);
    const { id } = await first.create("Rainbows");
    await first.setTurns(id, [user("Why?")]);
    const second = storeOn(keeper);
    await second.start();
    expect(second.state.list?.map((one) => one.title)).toEqual(["Rainbows"]);
    expect(await second.open(id)).toBe(true);
    expect(second.state.turns).toHaveLength(1);
  });

  it("mark an answer that ran when the page closed", async () => {
    const keeper = new MemoryKeeper();
    const first = storeOn(keeper);
    const { id } = await first.create("x");
    await first.setTurns(id, [user("q"), running]);
    const second = storeOn(keeper);
    await second.open(id);
    expect(second.state.turns.at(-1)).toMatchObject({ ending: "interrupted", text: "half" });
  });

  it("do not reach the disk while an answer streams", async () => {
    const keeper = new MemoryKeeper();
    const store = storeOn(keeper);
    const { id } = await store.create("x");
    await store.setTurns(id, [user("q")]);
    await store.setTurns(id, [user("q"), running], false);
    expect(store.state.turns).toHaveLength(2);
    expect(await keeper.turns(id)).toHaveLength(1);
  });

  it("come back as they were when a deletion is undone", async () => {
    const store = storeOn();
    const { id } = await store.create("x");
    await store.setTurns(id, [user("q")]);
    const undo = await store.remove(id);
    expect(store.state).toMatchObject({ list: [], currentId: null, turns: [] });
    await undo();
    expect(store.state.list?.[0]?.id).toBe(id);
    expect(await store.turnsOf(id)).toHaveLength(1);
  });

  it("keep a title given by hand and ignore an empty one", async () => {
    const store = storeOn();
    const { id } = await store.create("x");
    await store.rename(id, "  Mine ");
    await store.rename(id, "   ");
    expect(store.find(id)).toMatchObject({ title: "Mine", named: true });
  });

  it("take the options chosen before they began", async () => {
    const store = storeOn();
    await store.setOptions(null, { temperature: 0 });
    const { id } = await store.create("x");
    expect(store.find(id)?.options).toEqual({ temperature: 0 });
    expect(store.state.draftOptions).toEqual({});
  });

  it("refuse an id that is not there", async () => {
    expect(await storeOn().open("no")).toBe(false);
  });

  it("are found by title and by any of their words, without accents and case", async () => {
    const store = storeOn();
    const { id } = await store.create("Café");
    await store.setTurns(id, [user("Über den Regenbogen")]);
    await store.setTurns((await store.create("Other")).id, [user("x")]);
    expect([...((await searchConversations(store, "cafe regen")) ?? [])]).toEqual([id]);
    expect((await searchConversations(store, "regen nothing"))?.size).toBe(0);
    expect(await searchConversations(store, "  ")).toBeNull();
  });
});

describe("files", () => {
  it("bring back what was exported, without figures and faults", async () => {
    const store = storeOn();
    const { id } = await store.create("Rainbows");
    const calls: AssistantTurn = {
      ...running,
      ending: "tool-calls",
      toolCalls: [{ id: "c", name: "f", arguments: "{}" }],
    };
    const result: Turn = { role: "tool", id: "t", text: "7", created: 2, callId: "c", name: "f" };
    await store.setTurns(id, [user("Why?"), calls, result]);
    await store.setOptions(id, { system: "Be brief." });
    const read = readConversations(await exportConversations(store), 7);
    expect(read).toHaveLength(1);
    expect(read?.[0]?.conversation).toMatchObject({
      id,
      title: "Rainbows",
      options: { system: "Be brief." },
    });
    expect(read?.[0]?.turns).toEqual(await store.turnsOf(id));
  });

  it.each(["", "{}", "[]", '{"format":"other","conversations":[]}', '{"format":"slash-v1-chats"}'])(
    "%j is none of ours",
    (file) => {
      expect(readConversations(file, 7)).toBeNull();
    },
  );

  it("leave out what does not fit", () => {
    const file = JSON.stringify({
      format: "slash-v1-chats",
      conversations: [
        7,
        {
          conversation: { id: "1", options: { temperature: "hot", maxTokens: null, other: "" } },
          turns: [{ role: "robot", id: "2" }, null, { role: "user", id: "3", text: 4 }],
        },
      ],
    });
    expect(readConversations(file, 7)).toEqual([
      {
        conversation: {
          id: "1",
          title: "1",
          named: false,
          created: 0,
          updated: 0,
          options: { maxTokens: null },
        },
        turns: [{ role: "user", id: "3", text: "", created: 0 }],
      },
    ]);
  });

  it("read as Markdown, with fences longer than any inside", () => {
    const conversation = { id: "1", title: "T", named: false, created: 0, updated: 0, options: {} };
    const json: AssistantTurn = { ...running, text: '{"a":"```"}', json: true };
    expect(toMarkdown(conversation, [user("Q"), json], "You")).toBe(
      '# T\n\n<!-- slash-v1 user -->\n## You\n\nQ\n\n<!-- slash-v1 assistant -->\n## M\n\n````json\n{"a":"```"}\n````\n',
    );
  });

  it("come back from Markdown, headings of their own among what was said", () => {
    const conversation = { id: "1", title: "T", named: false, created: 0, updated: 0, options: {} };
    const said = "First\n\n## You\n\nno turn";
    const result: Turn = { role: "tool", id: "t", text: "7", created: 2, callId: "c", name: "f" };
    const failed: AssistantTurn = { ...running, text: "", ending: "failed" };
    const turns = [user("Q"), { ...running, text: said }, result, failed];
    const file = toMarkdown(conversation, turns, "You").replaceAll("\n", "\r\n");
    const [read] = readConversations(file, 7) ?? [];
    expect(read?.conversation).toMatchObject({ title: "T", created: 7, updated: 7 });
    expect(read?.turns).toMatchObject([
      { role: "user", text: "Q" },
      { role: "assistant", model: "M", text: said, ending: "stop" },
      { role: "user", text: "f\n\n```json\n7\n```" },
      { role: "assistant", text: "" },
    ]);
    expect(readConversations("# A note\n\n## You\n\nhello", 7)).toBeNull();
  });
});

it("titles come from the first line, cut at a word", () => {
  expect(titleFrom("\n Hello \nworld", "Untitled")).toBe("Hello");
  expect(titleFrom("  ", "Untitled")).toBe("Untitled");
  expect(titleFrom("word ".repeat(30), "")).toBe(`${"word ".repeat(11)}word…`);
});
