/** The Network Information API, where a browser has it; not in the DOM library. */
interface ConnectionNavigator {
  readonly connection?: { readonly saveData?: boolean; readonly type?: string };
}

/** The person pays by the byte, or has asked to save data. False where the browser does not tell. */
export function isMetered(): boolean {
  const { connection } = navigator as ConnectionNavigator;
  const asked = matchMedia("(prefers-reduced-data: reduce)").matches;
  return asked || connection?.saveData === true || connection?.type === "cellular";
}
