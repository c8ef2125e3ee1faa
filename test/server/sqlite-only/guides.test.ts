import { globSync, readFileSync } from "node:fs";
import { test } from "../../helpers/suite.js";

const paths = globSync("docs/**/*.md").map((file) => `/${file.replace(/\.md$/, "")}`);

test("the server shows every page of docs/, and every link between them has its target", async (t) => {
  const { fetch } = t.context.server;
  t.true(paths.includes("/docs/pbx/asterisk"));
  const pages = new Map<string, string>();
  for (const path of paths) {
    const { status, headers, text } = await fetch(path);
    t.deepEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"], path);
    t.notRegex(text, /<script|<style|\sstyle=|^ *\||\{(?:content|list|title)\}/m, path);
    pages.set(path, text);
  }
  let links = 0;
  for (const [path, text] of pages)
    for (const [, href] of text.matchAll(/<a href="(docs\/[^"]+)"/g)) {
      const [target, id] = href!.split("#");
      const page = pages.get(`/${target}`);
      t.truthy(page, `${path}: ${href}`);
      if (id !== undefined) t.true(page!.includes(` id="${id}"`), `${path}: ${href}`);
      links += 1;
    }
  t.true(links > paths.length ** 2);
});

test("a guide shows its text, tables and commands", async (t) => {
  const { text } = await t.context.server.fetch("/docs/pbx");
  t.regex(text, /<title>Your own phone system · debrief<\/title>/);
  t.regex(text, /<h2 id="which-way">Which way<\/h2>/);
  t.true(text.includes("<th>Phone system</th>"));
  t.true(text.includes('<td><a href="docs/pbx/asterisk">Asterisk</a></td>'));
  const asterisk = await t.context.server.fetch("/docs/pbx/asterisk");
  t.regex(asterisk.text, /<pre tabindex="0"><code class="language-sh">/);
});

test("an unknown guide is 404", async (t) => {
  for (const path of ["/docs/nothing", "/docs/pbx/nothing", "/docs/pbx/", "/guide-pbx.html"])
    t.is((await t.context.server.fetch(path)).status, 404, path);
});

test("the console names no file of the repository", (t) => {
  for (const file of globSync("web/**/*.{tsx,html}"))
    t.notRegex(readFileSync(file, "utf8"), /docs\/[\w/]+\.md/, file);
});
