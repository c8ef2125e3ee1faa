import type { Page } from "playwright-core";

const OBSERVE = `globalThis.shifted = [];
  globalThis.shifts = new PerformanceObserver((list) => shifted.push(...list.getEntries()));
  shifts.observe({ type: "layout-shift", buffered: true })`;

/** Has the page note how its parts move while it loads; before it is opened. */
export const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(OBSERVE);
};

/** What has moved by itself until now, and how far: as the browser counts it. */
export const shifts = (page: Page): Promise<string[]> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    .then(() => [...shifted, ...shifts.takeRecords()].filter((shift) => !shift.hadRecentInput)
      .map(({ value, sources }) => value.toFixed(4) + " " + sources.map(({ node }) =>
        node?.outerHTML?.slice(0, 80) ?? node?.textContent).join(", ")))`);

/** The elements that are cut off, or for which one would have to scroll sideways. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    // Within what scrolls by itself, or is for ears alone, nothing is cut off.
    const isApart = (element) => element && element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || element.clientWidth <= 1 ||
        isApart(element.parentElement));
    const wide = [...document.body.querySelectorAll("*")].filter((element) => {
      const { left, right, width: own, height } = element.getBoundingClientRect();
      return own > 1 && height > 1 && right > 0 && (right > width + 1 || left < -1) &&
        !isApart(element.parentElement);
    });
    const { scrollWidth } = document.documentElement;
    return [
      ...(scrollWidth > width ? ["the page is " + scrollWidth + " wide"] : []),
      ...wide.map((element) => element.outerHTML.slice(0, 120)),
    ];
  })()`);
