import type { ConversationStore } from "./conversation-store.ts";

const plain = (text: string) =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();

/** Ids of the conversations with all the words, in title or turns; null when nothing is asked. */
export async function searchConversations(
  store: ConversationStore,
  asked: string,
): Promise<ReadonlySet<string> | null> {
  const parts = plain(asked).split(/\s+/u).filter(Boolean);
  if (parts.length === 0) return null;
  const found = new Set<string>();
  for (const conversation of store.state.list ?? []) {
    const title = plain(conversation.title);
    if (parts.every((part) => title.includes(part))) {
      found.add(conversation.id);
      continue;
    }
    const turns = await store.turnsOf(conversation.id);
    const all = `${title} ${turns.map((turn) => plain(turn.text)).join(" ")}`;
    if (parts.every((part) => all.includes(part))) found.add(conversation.id);
  }
  return found;
}
