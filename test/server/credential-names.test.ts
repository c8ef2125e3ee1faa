import { globSync, readFileSync } from "node:fs";
import test from "ava";
import { describeUnknownVariables } from "../../src/base/config/config.js";

const texts = globSync([
  "README.md",
  "SECURITY.md",
  "{docs,examples,clients}/**/*",
  "{src,web}/**/*.{ts,tsx,html}",
])
  .filter((file) => /\.\w+$/.test(file) && !/node_modules|\.(png|json|tgz)$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** Lists the matches of the pattern's first group with their files. */
const listNames = (pattern: RegExp): { file: string; name: string }[] =>
  texts.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, name]) => ({ file, name: name! })),
  );

const SHELL_NAME = String.raw`\$\{?([A-Z][A-Z_]*)`;

test("every command sends the API key from DEBRIEF_API_KEY, and an internal token from DEBRIEF_TOKEN", (t) => {
  const keys = listNames(new RegExp(`x-api-key: ${SHELL_NAME}`, "g"));
  t.true(keys.some(({ file }) => file.startsWith("docs/")));
  t.true(keys.some(({ file }) => file.startsWith("web/")));
  t.true(keys.some(({ file }) => file === "README.md"));
  for (const { file, name } of keys) t.is(name, "DEBRIEF_API_KEY", file);
  const tokens = listNames(new RegExp(`[Aa]uthorization: Bearer ${SHELL_NAME}`, "g"));
  t.true(tokens.length > 5);
  for (const { file, name } of tokens)
    t.true(["DEBRIEF_API_KEY", "DEBRIEF_TOKEN"].includes(name), `${file}: ${name}`);
});

test("every command has the server's URL in DEBRIEF_URL", (t) => {
  const urls = listNames(new RegExp(String.raw`${SHELL_NAME}\}?/(?:v1|graphql|export)\b`, "g"));
  t.true(urls.length > 5);
  for (const { file, name } of urls) t.is(name, "DEBRIEF_URL", file);
});

test("no text sets a credential under another name", (t) => {
  const assignment = /(?:^|export |\s)([A-Z_]*(?:KEY|TOKEN|DEBRIEF))=(?:'?db|\$\()/gm;
  const names = listNames(assignment);
  t.true(names.length > 5);
  for (const { file, name } of names)
    t.true(["DEBRIEF_API_KEY", "DEBRIEF_TOKEN"].includes(name), `${file}: ${name}`);
});

test("no command warns about a variable that a text exports", (t) => {
  const exported = texts.flatMap(({ text }) =>
    [...text.matchAll(/export ((?:[A-Z_]+=\S+ ?)+)/g)].flatMap(([, list]) =>
      [...list!.matchAll(/(DEBRIEF_[A-Z_]+)=/g)].map(([, name]) => name!),
    ),
  );
  t.true(exported.includes("DEBRIEF_API_KEY"));
  t.deepEqual(
    describeUnknownVariables(Object.fromEntries(exported.map((name) => [name, "x"]))),
    [],
  );
});
