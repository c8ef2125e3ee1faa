import type { Mail } from "../core/ports.js";

const MAX_NAME_CHARACTERS = 80;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** Returns the name on one line, so that it can't imitate a paragraph of the mail. */
export const formatName = (name: string): string =>
  Array.from(name.replace(/[\s\p{C}]+/gu, " ").trim())
    .slice(0, MAX_NAME_CHARACTERS)
    .join("");

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
