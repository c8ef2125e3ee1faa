import { readFileSync } from "node:fs";
import test from "ava";
import { buildWebTypes } from "../../../scripts/web-types.js";

test("the generated types of the console's operations are up to date", async (t) => {
  const files = Object.entries(await buildWebTypes());
  t.true(files.length > 0);
  for (const [file, text] of files)
    t.true(readFileSync(file, "utf8") === text, `${file} is out of date: npm run web:types`);
});
