/** True in the test build only: the engine is the scripted test double. Replaced at build time. */
declare const __SCRIPTED__: boolean;
