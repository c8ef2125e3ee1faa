import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const IS_SEARCH_FOCUSED = "document.activeElement?.name === 'search'";

test("/ goes to the search, ? shows the keys, and both can be turned off", async (t) => {
  const { page, open } = await t.context.openAsAdmin();
  await open("/recordings");
  await page.keyboard.press("/");
  t.true(await page.evaluate(IS_SEARCH_FOCUSED));
  await page.keyboard.type("a/b?");
  t.is(await page.getByRole("searchbox", { name: "Search" }).inputValue(), "a/b?");
  const dialog = page.getByRole("dialog", { name: "Keyboard" });
  t.is(await dialog.count(), 0, "a field has its own keys");

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await dialog.waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Use these keys in this browser").uncheck();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  for (const key of ["/", "?"]) await page.keyboard.press(key);
  t.false(await page.evaluate(IS_SEARCH_FOCUSED));
  t.is(await dialog.count(), 0);

  await page.getByRole("button", { name: "Keyboard" }).click();
  await dialog.getByLabel("Use these keys in this browser").check();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  for (let round = 0; round < 10; round += 1) {
    await page.keyboard.press("/");
    t.true(await page.evaluate(IS_SEARCH_FOCUSED), "a closed dialog took the focus back later");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
});
