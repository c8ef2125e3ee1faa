import { screenPaths } from "../../src/api/console/paths.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findKeyboardProblems } from "./helpers/keyboard.js";
import { findOverflowingElements } from "./helpers/layout.js";
import { resolveScreen } from "./helpers/screens.js";

for (const path of screenPaths)
  test(`${path} works by keyboard, in dark mode and on narrow screens`, async (t) => {
    const { openAsAdmin, openAsVisitor, demo } = t.context;
    const screen = await resolveScreen(demo, path);
    const { page, open } = await (screen.isSignedOut ? openAsVisitor() : openAsAdmin(demo));
    await open(screen.path);
    t.deepEqual(await findKeyboardProblems(page), []);
    t.deepEqual(await findAccessibilityProblems(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    t.deepEqual(await findAccessibilityProblems(page, ["color-contrast"]), [], "dark");
    await page.setViewportSize({ width: 320, height: 640 });
    t.deepEqual(await findOverflowingElements(page), []);
    t.deepEqual(await findAccessibilityProblems(page), [], "narrow");
  });
