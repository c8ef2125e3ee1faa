import { paths } from "../../src/console/paths.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { keyboardProblems } from "./helpers/keyboard.js";
import { tooWide } from "./helpers/layout.js";
import { screenOf } from "./helpers/screens.js";

for (const path of paths)
  test(`${path} is for everybody: by keyboard, in the dark, on a narrow page`, async (t) => {
    const { admin, visitor, demo } = t.context;
    const screen = await screenOf(demo, path);
    const { page, open } = await (screen.bare ? visitor() : admin(demo));
    await open(screen.path);
    t.deepEqual(await keyboardProblems(page), []);
    t.deepEqual(await accessibilityProblems(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    t.deepEqual(await accessibilityProblems(page, ["color-contrast"]), [], "dark");
    await page.setViewportSize({ width: 320, height: 640 });
    t.deepEqual(await tooWide(page), []);
    t.deepEqual(await accessibilityProblems(page), [], "narrow");
  });
