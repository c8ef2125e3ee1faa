import type { Page } from "playwright-core";

/** Opens the menu of a recording's page. */
export const openMore = async (page: Page): Promise<void> => {
  await page.locator("summary", { hasText: "More" }).click();
};
