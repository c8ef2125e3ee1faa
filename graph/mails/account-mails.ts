import { buildLinkMail, formatName, formatTime } from "./mail-texts.js";
import type { Mail } from "../core/ports.js";

/** The contents of a mail with a link. */
export interface LinkMail {
  /** The organization's name. */
  organization: string;
  url: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const buildMail = (
  subject: string,
  [before, after]: [before: string, after: string],
  { url, expiresAt }: LinkMail,
): Mail =>
  buildLinkMail(
    subject,
    before,
    url,
    `The link works once, until ${formatTime(expiresAt)}. ${after}`,
  );

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
