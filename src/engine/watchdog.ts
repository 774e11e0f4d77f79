import { deferred } from "./deferred.ts";

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const alive = (): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => late.reject(onLate()), limitMs);
  };
  alive();
  try {
    return await Promise.race([work(alive), late.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
