/**
 * A promise that must settle in time.
 *
 * @param limitMs - milliseconds
 * @param onLate - makes the error of a late one
 */
export async function withinTime<T>(
  promise: Promise<T>,
  limitMs: number,
  onLate: () => Error,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onLate()), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
