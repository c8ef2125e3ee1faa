import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/**
 * A colour on its way to another one is neither. A page that nobody sees draws nothing, and its transitions
 * would never end by themselves; the end of one can begin others, in what inherits from it.
 */
const still = `for (let round = 0; round < 20; round += 1)
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();`;
const run = (runOnly: readonly string[]): string =>
  `${still} axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ["violations"] })})`;

/**
 * What axe-core has against the page as it is, by WCAG 2.2 AA or by these rules alone; a line for each element, none where it finds
 * nothing. The page's policy stays as it is: the debugger runs axe in a world beside the page's scripts.
 */
export const accessibilityProblems = async (
  page: Page,
  rules: readonly string[] = TAGS,
): Promise<string[]> => {
  const debug = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await debug.send("Page.getFrameTree");
    const { executionContextId } = await debug.send("Page.createIsolatedWorld", {
      frameId: frameTree.frame.id,
      worldName: "axe",
    });
    const { result, exceptionDetails } = await debug.send("Runtime.evaluate", {
      expression: `${source};${run(rules)}`,
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
