import "reflect-metadata";
import { readFileSync } from "node:fs";
import test from "ava";
import { GENERATED_DOCS, writeGeneratedParts } from "../../scripts/docs/generated-docs.js";

for (const [file, parts] of Object.entries(GENERATED_DOCS))
  test(`${file} has the settings and limits of the code`, (t) => {
    const document = readFileSync(file, "utf8");
    t.is(writeGeneratedParts(document, parts), document, "to update: npm run docs");
    const marked = Array.from(document.matchAll(/^<!-- end of (\w+) -->$/gm), ([, name]) => name);
    t.deepEqual(marked, Object.keys(parts));
  });

const DOCUMENT =
  "# A\n\n<!-- limits: written by a script -->\n\nold\n\n<!-- end of limits -->\n\nB\n";

test("a generated part replaces what stands between its markers", (t) => {
  t.is(
    writeGeneratedParts(DOCUMENT, { limits: () => "new $&" }),
    DOCUMENT.replace("old", () => "new $&"),
  );
});

test("a document without the markers of a part is refused", (t) => {
  t.throws(() => writeGeneratedParts(DOCUMENT, { settings: () => "" }), {
    message: 'the markers of "settings" are missing',
  });
});
