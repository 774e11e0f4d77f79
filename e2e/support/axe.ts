import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

/** What axe finds on the page as it is now. */
export async function expectNoViolations(page: Page, when = ""): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
    when,
  ).toEqual([]);
}
