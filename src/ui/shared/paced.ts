/** A function that is asked for often and runs at most once a frame. */
export interface Paced {
  ask(): void;
  /** Runs at once, and not again for what was asked before. */
  now(): void;
  /** Never runs again. */
  cancel(): void;
}

/** At most one run a frame; in a hidden tab, where frames stop, a few a second. */
export function paced(run: () => void): Paced {
  let asked = false;
  let stopped = false;
  const fire = () => {
    if (!asked || stopped) return;
    asked = false;
    run();
  };
  return {
    ask: () => {
      if (asked || stopped) return;
      asked = true;
      if (document.visibilityState === "visible") requestAnimationFrame(fire);
      else setTimeout(fire, 250);
    },
    now: () => {
      if (stopped) return;
      asked = false;
      run();
    },
    cancel: () => {
      stopped = true;
    },
  };
}
