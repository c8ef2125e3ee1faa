import type { Page } from "playwright-core";

const OBSERVE_SHIFTS = `globalThis.shifted = [];
  globalThis.shifts = new PerformanceObserver((list) => shifted.push(...list.getEntries()));
  shifts.observe({ type: "layout-shift", buffered: true })`;

/** Records layout shifts. Call it before the page opens. */
export const observeLayoutShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(OBSERVE_SHIFTS);
};

/** Returns the layout shifts so far, with their scores. */
export const listLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    .then(() => [...shifted, ...shifts.takeRecords()].filter((shift) => !shift.hadRecentInput)
      .map(({ value, sources }) => value.toFixed(4) + " " + sources.map(({ node }) =>
        node?.outerHTML?.slice(0, 80) ?? node?.textContent).join(", ")))`);

/** Returns the elements that are cut off or need horizontal scrolling. */
export const findOverflowingElements = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    // Scrollable elements and screen-reader texts cut nothing off.
    const isExempt = (element) => element && element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || element.clientWidth <= 1 ||
        isExempt(element.parentElement));
    const wide = [...document.body.querySelectorAll("*")].filter((element) => {
      const { left, right, width: own, height } = element.getBoundingClientRect();
      return own > 1 && height > 1 && right > 0 && (right > width + 1 || left < -1) &&
        !isExempt(element.parentElement);
    });
    const { scrollWidth } = document.documentElement;
    return [
      ...(scrollWidth > width ? ["the page is " + scrollWidth + " wide"] : []),
      ...wide.map((element) => element.outerHTML.slice(0, 120)),
    ];
  })()`);
