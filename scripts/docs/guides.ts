import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";

/** A page of docs/ as HTML. */
interface Guide {
  /** Below docs, without its extension, such as pbx/asterisk. */
  path: string;
  title: string;
  html: string;
}

/** Wide tables scroll by themselves. */
const wrapTables = (html: string): string =>
  html.replaceAll(/<table>.*?<\/table>/gs, '<div class="table">$&</div>');

/** Forms the id of a heading, as GitHub does. */
const slugify = (html: string): string =>
  html
    .replaceAll(/<[^>]*>|&\w+;/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");

const addHeadingIds = (html: string): string => {
  const counts = new Map<string, number>();
  return html.replaceAll(/<h([1-6])>(.*?)<\/h\1>/g, (_, level: string, content: string): string => {
    const slug = slugify(content);
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return `<h${level} id="${slug}${count === 0 ? "" : `-${count}`}">${content}</h${level}>`;
  });
};

const readTitle = (file: string): string => /^# (.*)$/m.exec(readFileSync(file, "utf8"))![1]!;

/**
 * Resolves links between the pages against the server's root, and shows titles instead of file names. Links to files that
 * the server doesn't serve become plain text.
 */
const resolveLinks = (html: string, file: string, files: ReadonlySet<string>): string =>
  html.replaceAll(
    /<a href="([^"]*)">(.*?)<\/a>/gs,
    (link: string, href: string, content: string): string => {
      if (/^https?:/.test(href)) return link;
      const [target, fragment] = href.split("#");
      const path = target === "" ? file : posix.join(posix.dirname(file), target!);
      if (!files.has(path)) return content;
      const hash = fragment === undefined ? "" : `#${fragment}`;
      const text = /^[\w/-]+\.md$/.test(content) ? readTitle(path) : content;
      return `<a href="${path.replace(/\.md$/, "")}${hash}">${text}</a>`;
    },
  );

/** Renders all pages of docs/, in order of their titles. */
export const renderGuides = (): Guide[] => {
  const files = new Set(globSync("docs/**/*.md"));
  return [...files]
    .map((file) => {
      const markdown = readFileSync(file, "utf8");
      const html = micromark(markdown, {
        allowDangerousHtml: true,
        extensions: [gfmTable()],
        htmlExtensions: [gfmTableHtml()],
      });
      return {
        path: file.replace(/^docs\/(.*)\.md$/, "$1"),
        title: readTitle(file),
        html: resolveLinks(addHeadingIds(wrapTables(html)), file, files).replaceAll(
          "<pre>",
          '<pre tabindex="0">',
        ),
      };
    })
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));
};
