import { startSlashV1 } from "./page/start.ts";

/** Begun before the app's own code is evaluated: the browser registers and starts what it needs beside that. */
export const starting = startSlashV1();
