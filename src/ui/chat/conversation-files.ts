import { chooseFile, downloadFile } from "../shared/download-file.ts";
import type { MenuItem } from "../shared/slash-menu.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";

/** Rarely needed: it comes when a file is asked for. */
const files = () => import("../state/export-conversations.ts");

/** A title as the name of a file. */
export function fileName(title: string): string {
  const plain = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "")
    .slice(0, 60);
  return plain || "chat";
}

async function importFile(app: AppState): Promise<void> {
  const file = await chooseFile(".json,application/json");
  if (!file) return;
  const { readExport } = await files();
  const read = readExport(await file.text());
  if (!read) {
    app.notices.show({ text: words.chat.importFailed });
    return;
  }
  await app.conversations.start();
  for (const { conversation, turns } of read) await app.conversations.restore(conversation, turns);
  app.notices.show({ text: words.chat.imported(read.length) });
}

/** What can be done with conversations as files, for a menu. */
export function fileMenu(app: AppState): readonly MenuItem[] {
  const { conversations } = app;
  const current = conversations.find(conversations.state.currentId);
  return [
    {
      label: words.chat.exportMarkdown,
      disabled: current === undefined,
      run: async () => {
        if (!current) return;
        const { toMarkdown } = await files();
        const text = toMarkdown(current, conversations.state.turns, words.chat.you);
        downloadFile(text, `${fileName(current.title)}.md`, "text/markdown");
      },
    },
    {
      label: words.chat.exportJson,
      disabled: (conversations.state.list?.length ?? 0) === 0,
      run: async () => {
        const { exportConversations } = await files();
        const text = await exportConversations(conversations);
        downloadFile(text, "slash-v1-chats.json", "application/json");
      },
    },
    { label: words.chat.import, run: () => importFile(app) },
  ];
}
