import type { Knex } from "knex";
import { FairShares, ShareExceededError } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { Mail, MailPort, MailResult } from "../../../graph/core/ports.js";
import type { Log } from "../log/log.js";
import { classifyMailError } from "./classify-mail-error.js";
import type { MailLimits } from "./mail-limits.js";
import {
  isLocalServer,
  isMailAddress,
  type MailSender,
  type SmtpServer,
} from "../config/mail-settings.js";

/** The time of one mail, from the first connection attempt on. */
const MAX_MAIL_MS = 15_000;
/** The part of that time for connecting: a mail server that doesn't answer is distinguished from a mail that hangs. */
const CONNECTION_SHARE = 0.8;
const MAX_MAIL_CHARACTERS = 64 * 1024;
const MAX_RESPONSE_BYTES = 64 * 1024;

interface MailerOptions {
  db: Knex;
  log: Log;
  server: SmtpServer;
  from: MailSender;
  /** The longest time of one mail, in milliseconds. */
  maxMs?: number;
}

/** The mailer, plus the methods for the program's shutdown. */
export interface Mailer extends MailPort {
  /** Waits for background work. */
  stop: () => Promise<void>;
}

/** Checks a mail before its fields become header lines. @throws Error for a line break, or if the mail is too long */
const validateMail = ({ subject, text, html }: Mail): void => {
  if (/[\r\n]/.test(subject)) throw new Error("the subject has a line break");
  if (subject.length + text.length + html.length > MAX_MAIL_CHARACTERS)
    throw new Error("the mail is too long");
};

const createTransport = async ({ server, maxMs = MAX_MAIL_MS }: MailerOptions) => {
  // Loaded on demand: most processes send no mail.
  const nodemailer = await import("nodemailer");
  return nodemailer.createTransport({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    // The operator's password must never cross a network in the clear.
    requireTLS: server.login !== undefined && !isLocalServer(server),
    ...(server.login && { auth: { user: server.login.user, pass: server.login.password } }),
    connectionTimeout: CONNECTION_SHARE * maxMs,
    greetingTimeout: CONNECTION_SHARE * maxMs,
    socketTimeout: maxMs,
    dnsTimeout: CONNECTION_SHARE * maxMs,
    maxResponseSize: MAX_RESPONSE_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

type Transport = Awaited<ReturnType<typeof createTransport>>;

/** Creates a mailer over the operator's mail server. The operator chose that server, so no policy limits its address. */
export const createMailer = (options: MailerOptions): Mailer => {
  const { db, log, from, maxMs = MAX_MAIL_MS } = options;
  const shares = new FairShares(SHARE_LIMITS.mails);
  const background = new Set<Promise<void>>();
  let loading: Promise<[Transport, MailLimits]> | undefined;
  const load = (): Promise<[Transport, MailLimits]> =>
    (loading ??= Promise.all([
      createTransport(options),
      import("./mail-limits.js").then(({ createMailLimits }) => createMailLimits(db)),
    ]));

  const transmit = async (transport: Transport, to: string, mail: Mail) => {
    validateMail(mail);
    await transport.sendMail({
      ...mail,
      from,
      to: { name: "", address: to },
      envelope: { from: from.address, to: [to] },
      // Suppresses automatic replies such as out-of-office notices.
      headers: { "auto-submitted": "auto-generated" },
      signal: AbortSignal.timeout(maxMs),
    });
  };

  const send: MailPort["send"] = async (organizationId, to, prepare) => {
    if (!isMailAddress(to)) return "no e-mail can go to this address";
    const [transport, countMail] = await load();
    const refusal = await countMail(organizationId, to);
    if (refusal !== undefined) {
      log.warn({ organization: organizationId }, "e-mail not sent: too many within an hour");
      return refusal;
    }
    const mail = await prepare();
    let release: () => void;
    try {
      release = await shares.acquire(organizationId);
    } catch (error) {
      if (error instanceof ShareExceededError) return "too many e-mails wait; try again";
      throw error;
    }
    try {
      await transmit(transport, to, mail);
      return undefined;
    } catch (error) {
      // The organization sees whether a mail server refused an address; only the operator sees the server's message.
      log.warn({ organization: organizationId, err: error }, "e-mail not sent");
      return "the mail server did not accept the e-mail; the server's log has the reason";
    } finally {
      release();
    }
  };

  const sendPlanned: MailPort["sendPlanned"] = async (organizationId, to, mail) => {
    if (!isMailAddress(to)) return "refused";
    validateMail(mail);
    const [transport] = await load();
    const release = await shares.acquire(organizationId);
    try {
      await transmit(transport, to, mail);
      return "accepted";
    } catch (error) {
      const result: MailResult = classifyMailError(error);
      log.warn({ organization: organizationId, err: error, result }, "e-mail not sent");
      return result;
    } finally {
      release();
    }
  };

  return {
    send,
    sendPlanned,
    runInBackground: (work) => {
      const run = work()
        .catch((error: unknown) => log.error({ err: error }, "e-mail not sent"))
        .finally(() => background.delete(run));
      background.add(run);
    },
    stop: async () => {
      await Promise.all(background);
    },
  };
};
