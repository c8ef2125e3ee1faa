import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const BUSY_CONTENT = 'table[aria-busy="true"], .lines-chart[aria-busy="true"]';
const buildAxeScript = (runOnly: readonly string[]): string =>
  `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ["violations"] })})`;

/**
 * Returns axe-core's findings, one line per element, for WCAG 2.2 AA or the given rules.
 * Runs axe in an isolated world, so that the page's content security policy stays in force.
 */
export const findAccessibilityProblems = async (
  page: Page,
  rules: readonly string[] = AXE_TAGS,
): Promise<string[]> => {
  // Old rows are pale while new ones load.
  await page.locator(BUSY_CONTENT).first().waitFor({ state: "detached" });
  const debug = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await debug.send("Page.getFrameTree");
    const { executionContextId } = await debug.send("Page.createIsolatedWorld", {
      frameId: frameTree.frame.id,
      worldName: "axe",
    });
    const { result, exceptionDetails } = await debug.send("Runtime.evaluate", {
      expression: `${axeSource};${buildAxeScript(rules)}`,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result.value as AxeResults).violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  } finally {
    await debug.detach();
  }
};
