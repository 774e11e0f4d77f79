import { ApiError, unavailable } from "../api-error.ts";

/** What a load fails with when the device goes away under it (mlc-ai/web-llm#356). */
const DEVICE_LOST = /DeviceLost|device (?:was|is) lost|already been disposed|out of memory|OOM/i;

/**
 * Any failure of a load that nobody has given up, in words.
 *
 * @param name - of the model, as people know it
 */
export function loadFailed(name: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (DEVICE_LOST.test(text)) {
    return unavailable(
      "device_lost",
      `The graphics device was lost while ${name} was being loaded, most likely for lack of memory. Close other tabs, or choose a smaller model, and try again.`,
      5,
    );
  }
  return new ApiError(
    {
      status: 500,
      type: "server_error",
      code: "engine_error",
      param: null,
      message: `${name} could not be loaded on this device. Try again, or choose another model.`,
    },
    { cause: error },
  );
}
