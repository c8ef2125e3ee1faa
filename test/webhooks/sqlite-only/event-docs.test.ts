import { globSync, readFileSync } from "node:fs";
import test from "ava";
import { eventNames } from "../../../graph/webhooks/events.js";

test("the documentation has a table row for every event", (t) => {
  const pages = ["README.md", ...globSync("docs/*.md")].map((file) => readFileSync(file, "utf8"));
  for (const name of eventNames)
    t.true(
      pages.some((text) => text.includes(`\n| \`${name}\` |`)),
      name,
    );
});
