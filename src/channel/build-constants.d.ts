/** True in the test build only: the engine is the scripted test double. Replaced at build time. */
declare const __SCRIPTED__: boolean;
/** Identifies this build; part of nothing but messages and cache names. */
declare const __BUILD__: string;
