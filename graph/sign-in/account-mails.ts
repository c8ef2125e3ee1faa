import type { Mail } from "../core/ports.js";

/** The contents of a mail with a link. */
export interface LinkMail {
  /** The organization's name. */
  organization: string;
  url: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

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
const formatName = (name: string): string =>
  Array.from(name.replace(/[\s\p{C}]+/gu, " ").trim())
    .slice(0, MAX_NAME_CHARACTERS)
    .join("");

const formatTime = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const buildMail = (
  subject: string,
  [before, after]: [before: string, after: string],
  { url, expiresAt }: LinkMail,
): Mail => {
  const validity = `The link works once, until ${formatTime(expiresAt)}.`;
  const [href, last] = [escapeHtml(url), `${validity} ${after}`];
  return {
    subject,
    text: `${before}\n\n${url}\n\n${last}\n`,
    html: `<!doctype html>\n<html lang="en"><body><p>${escapeHtml(before)}</p>\n<p><a href="${href}">${href}</a></p>\n<p>${escapeHtml(last)}</p></body></html>\n`,
  };
};

/** Builds the mail that invites a user to set the first password. */
export const buildInvitationMail = (mail: LinkMail): Mail =>
  buildMail(
    "Your invitation to debrief",
    [
      `You can now sign in to the calls of ${formatName(mail.organization)}. Choose your password here:`,
      "If you don't expect this mail, ignore it.",
    ],
    mail,
  );

/** Builds the mail with a link to a new password. */
export const buildResetMail = (mail: LinkMail): Mail =>
  buildMail(
    "Your new debrief password",
    [
      `Choose a new password for the calls of ${formatName(mail.organization)} here:`,
      "If you don't want a new password, ignore this mail: your password stays.",
    ],
    mail,
  );
