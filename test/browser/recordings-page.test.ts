import { statSync } from "node:fs";
import { test } from "./helpers/browser.js";
import { shifts, watchShifts } from "./helpers/layout.js";

const MOST_BYTES = 50 * 1024;

test("the recordings page is painted after less than 50 KB of script and style", async (t) => {
  const { admin, demo } = t.context;
  const { page, open } = await admin(demo);
  const files: string[] = [];
  page.on("request", (request) => {
    const name = new URL(request.url()).pathname.slice(1);
    if (/\.(js|css)$/.test(name)) files.push(name);
  });
  await open("/recordings");
  const bytes = files.reduce((sum, name) => sum + statSync(`build/web/${name}.gz`).size, 0);
  t.log(`${bytes} bytes of gzip in ${files.length} files`);
  t.true(files.length > 1 && bytes < MOST_BYTES, `${bytes} bytes: ${files.join(" ")}`);
});

test("nothing moves while the recordings page is loaded", async (t) => {
  const { admin, demo } = t.context;
  const { page, open } = await admin(demo);
  await watchShifts(page);
  await open("/recordings");
  await page.getByRole("row").nth(3).waitFor();
  t.deepEqual(await shifts(page), []);
});
