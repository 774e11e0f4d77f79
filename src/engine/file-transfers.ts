import { toApiError } from "./api-error.ts";
import type { ModelProgress } from "./model-info.ts";
import type { LoadOptions } from "./model-runtime.ts";
import { progressOf } from "./progress-of.ts";
import type { StatusBoard } from "./status-board.ts";

/** Model files on their way into the browser's store; how far they are shows in the status, too. */
export class FileTransfers {
  readonly #status: StatusBoard;

  constructor(status: StatusBoard) {
    this.#status = status;
  }

  run(
    model: string,
    signal: AbortSignal,
    work: (options: LoadOptions) => Promise<void>,
  ): AsyncIterable<ModelProgress> {
    return progressOf(async (onProgress) => {
      try {
        await work({
          signal,
          onProgress: (progress) => {
            this.#status.setDownload(model, progress);
            onProgress(progress);
          },
        });
      } catch (error) {
        // No fault of the model that is on the device: it goes on.
        if (signal.aborted) throw error;
        const apiError = toApiError(error);
        this.#status.addError(apiError.toFields());
        throw apiError;
      } finally {
        this.#status.setDownload(model, null);
      }
    });
  }
}
