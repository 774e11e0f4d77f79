import { chooseFile, downloadFile } from "../shared/download-file.ts";
import type { MenuItem } from "../shared/slash-menu.ts";
import type { Router } from "../shell/router.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";

// Rarely needed: they come when a file is asked for.
const exporting = () => import("../state/export-conversations.ts");
const importing = () => import("../state/import-conversations.ts");

/** A title as the name of a file. */
export function fileName(title: string): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "")
    .slice(0, 60);
  return plain || "chat";
}

/**
 * Takes the conversations of files into the list, with a way back; shows it when it is one. Files are those that this app
 * has written: others are told so.
 */
export async function importFiles(
  app: AppState,
  router: Router,
  files: readonly File[],
): Promise<void> {
  const { readConversations } = await importing();
  const texts = await Promise.all(files.map((file) => file.text()));
  const read = texts.flatMap((text) => readConversations(text, Date.now()) ?? []);
  const [first] = read;
  if (!first) {
    app.notices.show({ text: words.chat.importFailed });
    return;
  }
  const { conversations } = app;
  await conversations.start();
  const undos: (() => Promise<unknown>)[] = [];
  for (const { conversation, turns } of read) {
    undos.push(await wayBack(app, conversation.id));
    await conversations.restore(conversation, turns);
  }
  if (read.length === 1) router.go("chat", new URLSearchParams({ c: first.conversation.id }));
  app.notices.show({
    text: words.chat.imported(read.length),
    action: {
      label: words.common.undo,
      run: async () => {
        for (const undo of undos) await undo();
        // What was shown may be gone now.
        if (conversations.state.currentId === null) router.go("chat", undefined, "replace");
      },
    },
  });
}

/** A conversation that is here already is replaced; it comes back as it was. */
async function wayBack({ conversations }: AppState, id: string): Promise<() => Promise<unknown>> {
  const before = conversations.find(id);
  if (!before) return () => conversations.remove(id);
  const turns = await conversations.turnsOf(id);
  return () => conversations.restore(before, turns);
}

async function chooseFiles(app: AppState, router: Router): Promise<void> {
  const file = await chooseFile(".json,.md,application/json,text/markdown");
  if (file) await importFiles(app, router, [file]);
}

/** What can be done with conversations as files, for a menu. */
export function fileMenu(app: AppState, router: Router): readonly MenuItem[] {
  const { conversations } = app;
  const current = conversations.find(conversations.state.currentId);
  return [
    {
      label: words.chat.exportMarkdown,
      disabled: current === undefined,
      run: async () => {
        if (!current) return;
        const { toMarkdown } = await exporting();
        const text = toMarkdown(current, conversations.state.turns, words.chat.you);
        downloadFile(text, `${fileName(current.title)}.md`, "text/markdown");
      },
    },
    {
      label: words.chat.exportJson,
      disabled: (conversations.state.list?.length ?? 0) === 0,
      run: async () => {
        const { exportConversations } = await exporting();
        const text = await exportConversations(conversations);
        downloadFile(text, "slash-v1-chats.json", "application/json");
      },
    },
    { label: words.chat.import, run: () => chooseFiles(app, router) },
  ];
}
