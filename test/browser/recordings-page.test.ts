import { statSync } from "node:fs";
import { test } from "./helpers/browser.js";
import { listLayoutShifts, observeLayoutShifts } from "./helpers/layout.js";

const MAX_BYTES = 50 * 1024;

test("the recordings page loads less than 50 KiB of scripts and styles", async (t) => {
  const { openAsAdmin, demo } = t.context;
  const { page, open } = await openAsAdmin(demo);
  const files: string[] = [];
  page.on("request", (request) => {
    const name = new URL(request.url()).pathname.slice(1);
    if (/\.(js|css)$/.test(name)) files.push(name);
  });
  await open("/recordings");
  const bytes = files.reduce((sum, name) => sum + statSync(`build/web/${name}.gz`).size, 0);
  t.log(`${bytes} bytes of gzip in ${files.length} files`);
  t.true(files.length > 1 && bytes < MAX_BYTES, `${bytes} bytes: ${files.join(" ")}`);
});

test("the recordings page loads without layout shifts", async (t) => {
  const { openAsAdmin, demo } = t.context;
  const { page, open } = await openAsAdmin(demo);
  await observeLayoutShifts(page);
  await open("/recordings");
  await page.getByRole("row").nth(3).waitFor();
  t.deepEqual(await listLayoutShifts(page), []);
});
