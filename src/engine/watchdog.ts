import { deferred } from "./deferred.ts";
import { SilenceTimer } from "./silence-timer.ts";

/**
 * Runs work that must show a sign of life every so often.
 *
 * @param limitMs - milliseconds of silence after which it is given up
 * @param onLate - makes the error; called once, at that moment
 * @param work - gets the function to be called at each sign of life
 */
export async function guarded<T>(
  limitMs: number,
  onLate: () => Error,
  work: (alive: () => void) => Promise<T>,
): Promise<T> {
  const late = deferred<never>();
  const silence = new SilenceTimer(limitMs, () => late.reject(onLate()));
  try {
    return await Promise.race([work(() => silence.alive()), late.promise]);
  } finally {
    silence.end();
  }
}
