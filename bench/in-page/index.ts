// Runs in the pages of every candidate alike: what is measured is read by the same code.
export { ask, askBySdk, askMany, clockOffset, type Reading } from "./ask.ts";
