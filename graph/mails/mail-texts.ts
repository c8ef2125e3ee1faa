import type { Mail } from "../core/ports.js";

const MAX_NAME_CHARACTERS = 80;

/** A line of a mail, with or without a link. */
export interface MailLine {
  text: string;
  url?: string;
}

/** Lines of a mail under a title. */
export interface MailSection {
  title: string;
  lines: readonly MailLine[];
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/**
 * Returns the text of another person on one line, so that it can't imitate a paragraph of the mail. A longer text ends
 * with "…".
 */
export const formatName = (name: string, maxCharacters = MAX_NAME_CHARACTERS): string => {
  const characters = Array.from(name.replace(/[\s\p{C}]+/gu, " ").trim());
  return characters.length <= maxCharacters
    ? characters.join("")
    : `${characters.slice(0, maxCharacters - 1).join("")}…`;
};

/** Formats a time for a mail, in UTC. */
export const formatTime = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Builds a mail with a paragraph, a link and a last paragraph, as text and HTML. */
export const buildLinkMail = (
  subject: string,
  before: string,
  url: string,
  after: string,
): Mail => {
  const href = escapeHtml(url);
  return {
    subject,
    text: `${before}\n\n${url}\n\n${after}\n`,
    html: `<!doctype html>\n<html lang="en"><body><p>${escapeHtml(before)}</p>\n<p><a href="${href}">${href}</a></p>\n<p>${escapeHtml(after)}</p></body></html>\n`,
  };
};

const formatTextLine = ({ text, url }: MailLine): string =>
  url === undefined ? `- ${text}` : `- ${text}\n  ${url}`;

const formatHtmlLine = ({ text, url }: MailLine): string =>
  url === undefined ? escapeHtml(text) : `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** Builds a mail of sections with lines, as text and HTML. Leaves out empty sections. `last`: its last paragraph. */
export const buildSectionMail = (
  subject: string,
  sections: readonly MailSection[],
  last: Required<MailLine>,
): Mail => {
  const filled = sections.filter(({ lines }) => lines.length > 0);
  const texts = filled.map(({ title, lines }) => [title, ...lines.map(formatTextLine)].join("\n"));
  const blocks = filled.map(
    ({ title, lines }) =>
      `<p><strong>${escapeHtml(title)}</strong></p>\n<ul>\n${lines
        .map((line) => `<li>${formatHtmlLine(line)}</li>`)
        .join("\n")}\n</ul>`,
  );
  return {
    subject,
    text: `${[...texts, `${last.text}\n${last.url}`].join("\n\n")}\n`,
    html: `<!doctype html>\n<html lang="en"><body>${[...blocks, `<p>${formatHtmlLine(last)}</p>`].join("\n")}</body></html>\n`,
  };
};
