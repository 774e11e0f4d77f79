import type { ModelSource } from "../../engine/engine.ts";

/** Why an address cannot be used. */
export type SourceFault = "url" | "library";

function addressOf(text: string): URL | null {
  try {
    const url = new URL(text.trim());
    return url.protocol === "https:" || url.protocol === "http:" ? url : null;
  } catch {
    return null;
  }
}

/**
 * What the person typed as a source of a model. The page of a Hugging Face repository stands for its files, and an
 * empty name for the last part of the address.
 */
export function parseSource(fields: {
  readonly url: string;
  readonly library: string;
  readonly id: string;
}): { readonly source: ModelSource } | { readonly fault: SourceFault } {
  const folder = addressOf(fields.url);
  if (!folder) return { fault: "url" };
  const library = addressOf(fields.library);
  if (!library?.pathname.endsWith(".wasm")) return { fault: "library" };
  const parts = folder.pathname.split("/").filter(Boolean);
  if (folder.hostname === "huggingface.co" && parts.length === 2) {
    folder.pathname = `/${parts.join("/")}/resolve/main/`;
  }
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  const id = fields.id.trim() || parts.findLast((part) => !["resolve", "main"].includes(part));
  if (!id) return { fault: "url" };
  return { source: { id, url: folder.href, library: library.href } };
}
