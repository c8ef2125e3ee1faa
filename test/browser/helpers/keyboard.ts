import type { Page } from "playwright-core";

const START_TRACKING = `(() => {
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
const REPORT_UNREACHED = `[
  ...[...unreached].map((element) => "not reached: " + element.outerHTML.slice(0, 120)),
  ...[...unseen].map((element) => "focus not shown: " + element.outerHTML.slice(0, 120)),
]`;

/** Returns the controls of a freshly loaded page that Tab doesn't reach, or that don't show their focus. */
export const findKeyboardProblems = async (page: Page): Promise<string[]> => {
  const controls: number = await page.evaluate(START_TRACKING);
  // A date input has three parts and a button, each a Tab stop.
  const dates = await page.locator("input[type=date]").count();
  for (let stop = 0; stop < controls + 3 * dates; stop += 1) await page.keyboard.press("Tab");
  // Chromium makes a scrolling area without controls a Tab stop, too, and Tab starts over after the last one.
  for (let stop = 0; stop < controls && (await page.evaluate("unreached.size > 0")); stop += 1)
    await page.keyboard.press("Tab");
  return page.evaluate(REPORT_UNREACHED);
};
