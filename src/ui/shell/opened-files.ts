import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import type { Router } from "./router.ts";

/** The part of the browser's `launchQueue` that is used here; not every browser has one. */
interface LaunchQueue {
  setConsumer(
    consumer: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void,
  ): void;
}

/** Imports the conversations of files that the system opens with the installed app (`file_handlers` of the manifest). */
export function takeOpenedFiles(app: AppState, router: Router): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) void open(app, router, files);
  });
}

async function open(
  app: AppState,
  router: Router,
  handles: readonly FileSystemFileHandle[],
): Promise<void> {
  try {
    const { importFiles } = await import("../chat/conversation-files.ts");
    await importFiles(app, router, await Promise.all(handles.map((handle) => handle.getFile())));
  } catch {
    // Gone since, or not to be read.
    app.notices.show({ text: words.chat.importFailed });
  }
}
