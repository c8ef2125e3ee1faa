import type { MailResult } from "../../../graph/core/ports.js";

/** The fields of a nodemailer error that show how far the mail got. */
interface TransportError {
  code?: string;
  /** The code of the system, if `code` is one of nodemailer. */
  originalCode?: string;
  /** The command that failed; `CONN` for the connection and for the greeting. */
  command?: string;
  responseCode?: number;
  timeoutType?: string;
}

const MIN_FAILURE_REPLY = 400;
const MIN_PERMANENT_REPLY = 500;
/** A connection without TLS, and a refused sign-in, concern no single mail, either. */
const UNREACHABLE_CODES = new Set([
  "EAUTH",
  "EDNS",
  "ETLS",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
/** A certificate that isn't trusted, or a port without TLS. */
const TLS_FAILURE =
  /^(?:CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL_WRONG_VERSION_NUMBER)/;
/** All other time limits can end while the mail server has the mail already. */
const CONNECTION_TIMEOUTS = new Set(["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT"]);
/** Commands before the mail. */
const SESSION_COMMANDS = new Set(["EHLO", "HELO", "LHLO", "STARTTLS"]);

const isUnreachable = ({
  code = "",
  originalCode = "",
  command = "",
  timeoutType = "",
}: TransportError): boolean =>
  UNREACHABLE_CODES.has(code) ||
  UNREACHABLE_CODES.has(originalCode) ||
  TLS_FAILURE.test(originalCode) ||
  CONNECTION_TIMEOUTS.has(timeoutType) ||
  SESSION_COMMANDS.has(command) ||
  (code === "EPROTOCOL" && command === "CONN");

/** Returns what became of a mail that could not be sent. Only a reply, or no session, shows that it wasn't accepted. */
export const classifyMailError = (error: unknown): Exclude<MailResult, "accepted"> => {
  const failure = error as TransportError;
  if (isUnreachable(failure)) return "unreachable";
  const { responseCode = 0 } = failure;
  if (responseCode < MIN_FAILURE_REPLY) return "unknown";
  return responseCode < MIN_PERMANENT_REPLY ? "deferred" : "refused";
};
