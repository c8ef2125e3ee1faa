import type { MailResult } from "../../../graph/core/ports.js";

/** The fields of an error of nodemailer that say how far it got. */
interface TransportError {
  code?: string;
  /** The code of the system, if `code` is one of nodemailer. */
  originalCode?: string;
  responseCode?: number;
  timeoutType?: string;
}

const MIN_FAILURE_REPLY = 400;
/** A refused sign-in concerns no single mail, either. */
const UNREACHABLE_CODES = new Set(["EAUTH", "EDNS", "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);
/** All other time limits can end while the mail server has the mail already. */
const CONNECTION_TIMEOUTS = new Set(["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"]);

/** Returns what became of a mail that could not be sent. Only a reply, or no connection, shows that it wasn't accepted. */
export const classifyMailError = (error: unknown): Exclude<MailResult, "accepted"> => {
  const { code = "", originalCode = "", responseCode, timeoutType = "" } = error as TransportError;
  const isUnreachable =
    UNREACHABLE_CODES.has(code) ||
    UNREACHABLE_CODES.has(originalCode) ||
    CONNECTION_TIMEOUTS.has(timeoutType);
  if (isUnreachable) return "unreachable";
  return responseCode !== undefined && responseCode >= MIN_FAILURE_REPLY ? "refused" : "unknown";
};
