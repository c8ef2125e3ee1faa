import { existsSync, readFileSync } from "node:fs";
import test from "ava";

test("every test that SECURITY.md names exists", (t) => {
  const named = [...readFileSync("SECURITY.md", "utf8").matchAll(/`([\w/-]+\.test\.ts)`/g)];
  t.true(named.length > 30);
  for (const [, file] of named) t.true(existsSync(`test/${file}`), file);
});
