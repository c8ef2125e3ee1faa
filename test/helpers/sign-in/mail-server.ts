import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { SmtpServer } from "../../../src/base/config/mail-settings.js";

/** A mail as it arrived. */
interface ReceivedMail {
  from: string;
  to: string[];
  /** The message with its headers; quoted-printable parts are decoded. */
  text: string;
  /** The message as it was sent. */
  raw: string;
}

/** A real mail server on this machine. */
export interface MailServer {
  server: SmtpServer;
  received: ReceivedMail[];
  /** Returns the first mail to the address after `skipped` others, as soon as it has arrived. */
  waitFor: (address: string, skipped?: number) => Promise<ReceivedMail>;
  stop: () => Promise<void>;
}

const decodeQuotedPrintable = (text: string): string =>
  text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );

const POLL_MS = 20;

/** Starts a mail server that accepts every mail, unless the options say otherwise. */
export const startMailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const received: ReceivedMail[] = [];
  const stopping = new AbortController();
  const smtp = new SMTPServer({
    authOptional: true,
    // Its certificate belongs to other tests.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          text: decodeQuotedPrintable(raw),
          raw,
        });
        done();
      });
    },
    ...options,
  });
  smtp.on("error", () => {});
  await new Promise<void>((listening) => void smtp.listen(0, "127.0.0.1", () => listening()));
  const { port } = smtp.server.address() as AddressInfo;
  return {
    server: { host: "127.0.0.1", port, isSecure: false, login: undefined },
    received,
    waitFor: async (address, skipped = 0) => {
      // A busy machine may send late; the test's own timeout ends a wait for a mail that never arrives.
      while (!stopping.signal.aborted) {
        const mail = received.filter(({ to }) => to.includes(address))[skipped];
        if (mail) return mail;
        await sleep(POLL_MS);
      }
      throw new Error(`no mail to ${address}`);
    },
    stop: () => {
      stopping.abort();
      return new Promise((stopped) => smtp.close(() => stopped()));
    },
  };
};
