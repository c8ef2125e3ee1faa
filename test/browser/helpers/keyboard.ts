import type { Page } from "playwright-core";

const BEGIN = `(() => {
  const isReachable = (element) => !element.disabled && element.tabIndex >= 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !(element.type === "radio" && !element.checked);
  const controls = "a, button, input, select, textarea, summary, [role=button], [role=link], [role=tab], [tabindex]";
  globalThis.unreached = new Set([...document.querySelectorAll(controls)].filter(isReachable));
  globalThis.unseen = new Set();
  addEventListener("focusin", ({ target }) => {
    unreached.delete(target);
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target);
    if ((outlineStyle === "none" || outlineWidth === "0px") && boxShadow === "none") unseen.add(target);
  });
  return unreached.size;
})()`;
const END = `[
  ...[...unreached].map((element) => "not reached: " + element.outerHTML.slice(0, 120)),
  ...[...unseen].map((element) => "focus not shown: " + element.outerHTML.slice(0, 120)),
]`;

/** What the Tab key does not get to, or gets to without showing it. The page has just been loaded. */
export const keyboardProblems = async (page: Page): Promise<string[]> => {
  const controls: number = await page.evaluate(BEGIN);
  // A date has three parts and a button, each a stop of its own.
  const dates = await page.locator("input[type=date]").count();
  for (let stop = 0; stop < controls + 3 * dates; stop += 1) await page.keyboard.press("Tab");
  return page.evaluate(END);
};
