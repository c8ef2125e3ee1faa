import test from "ava";
import { micromark, type Options } from "micromark";

// The console is no part of this compilation; Node strips the types itself.
const FILE = new URL("../../../../web/lib/markdown-options.ts", import.meta.url).href;
const { buildMarkdownOptions } = (await import(FILE)) as {
  buildMarkdownOptions: (text: string) => Options;
};

const render = (text: string): string => micromark(text, buildMarkdownOptions(text));

test("coaching has emphasis, however many items it has", (t) => {
  t.is(render("a *b* **c**"), "<p>a <em>b</em> <strong>c</strong></p>");
  const item = "- You talked **61 %** of the time, with _two_ questions.\n";
  for (const text of [item.repeat(1_000), `${item.slice(2)}\n`.repeat(1_000)])
    t.is(render(text).match(/<strong>/g)?.length, 1_000);
});

test("a block with too many marks of emphasis shows them as plain text", (t) => {
  const shapes = ["*a_", "_a*", "a**b", "*a_\n", "> *a_\n", "2) *a_\n", "    - *a_\n", "*a_\r"];
  for (const shape of shapes) {
    const html = render(`text\n${shape.repeat(Math.ceil(20_000 / shape.length))}`);
    t.notRegex(html, /<(em|strong)>/, JSON.stringify(shape));
  }
});
