import { write } from "../../../db/engine/write.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { acceptClock } from "../../../graph/retention/clock.js";
import { createLog } from "../../../src/base/log/log.js";
import { createMailer } from "../../../src/base/mail/mailer.js";
import { createWeeklyMails } from "../../../src/upkeep/jobs/weekly-mails.js";
import { createTemplate, type Template } from "../analysis/templates.js";
import { runAsProgram } from "../engine/guard-statements.js";
import { getSchema } from "../graphql/schema.js";
import type { Tenant, TestServer } from "../server.js";
import type { MailServer } from "../sign-in/mail-server.js";

/** The week that the mails of Monday, 2 March are about, and the one before. */
export const LAST_WEEK = "2026-02-26T10:00:00Z";
export const WEEK_BEFORE = "2026-02-18T10:00:00Z";
export const MONDAY = "2026-03-02T06:00:00Z";

/** A mail as its reader sees it. */
export interface ReadMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Decodes quoted-printable text. */
const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll("=\r\n", "")
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    "latin1",
  ).toString();

/** Decodes the subject, whose words can be on several lines. */
const decodeSubject = (message: string): string => {
  const [, folded = ""] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(message) ?? [];
  return folded
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/(?:=\?UTF-8\?Q\?.*?\?=)+/gi, (words) =>
      decodeQuoted(words.replaceAll(/=\?UTF-8\?Q\?|\?=/gi, "").replaceAll("_", " ")),
    );
};

/** Decodes a part of the message, which is in 7bit or quoted-printable. */
const readPart = (message: string, type: string): string => {
  const [, headers = "", part = ""] =
    new RegExp(`Content-Type: ${type}([^]*?)\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(message) ?? [];
  const isQuoted = /Content-Transfer-Encoding: quoted-printable/i.test(headers);
  if (!isQuoted && !/Content-Transfer-Encoding: 7bit/i.test(headers)) throw new Error(message);
  return (isQuoted ? decodeQuoted(part) : part).replaceAll("\r\n", "\n");
};

/** Lists the mails to the organization's users, in the order of arrival. */
export const listMails = ({ received }: MailServer, org: Tenant): ReadMail[] =>
  received
    .filter(({ to }) => to[0]!.includes(org.id))
    .map(({ to, raw }) => ({
      to: to[0]!,
      subject: decodeSubject(raw),
      text: readPart(raw, "text/plain"),
      html: readPart(raw, "text/html"),
    }));

/** Accepts a time: most tests move the clock by days. */
export const acceptTime = async (
  { db }: Pick<TestServer["services"], "db">,
  time: number,
): Promise<void> => {
  for (const { id } of await listOrganizations(db))
    await write(db, id, (trx) => acceptClock(trx, id, time));
};

/**
 * Creates a job, as another server on the same database has it. `maxMs`: the longest time of a mail. `isClockRight`:
 * whether the clock that a test moved is accepted.
 */
export const createMailJob = (
  { services }: TestServer,
  { server }: Pick<MailServer, "server">,
  {
    timeZone = "UTC",
    maxMs,
    isClockRight = true,
  }: { timeZone?: string; maxMs?: number; isClockRight?: boolean } = {},
): (() => Promise<void>) => {
  const log = createLog("info", { write: () => {} });
  const from = { name: "debrief", address: "calls@debrief.example.com" };
  const mailer = createMailer({
    db: services.db,
    log,
    server,
    from,
    ...(maxMs !== undefined && { maxMs }),
  });
  const send = createWeeklyMails({ services, mailer, schema: getSchema(), log, timeZone });
  return () =>
    runAsProgram(async () => {
      if (isClockRight) await acceptTime(services, services.now());
      await send(new AbortController().signal);
    });
};

/** Creates a template with two questions, for calls with scores. */
export const createScorecard = async (org: Tenant): Promise<Template> =>
  createTemplate(org, "Was the price named?", "Was a next step agreed?");

/** Creates a call of the user with a score: 0, 50 or 100. Returns its id. */
export const createScoredCall = async (
  org: Tenant,
  email: string,
  { id, questions }: Template,
  { score, call = {}, analysis = {} }: { score: number; call?: object; analysis?: object },
): Promise<string> =>
  org.createProcessed(
    { call_id: crypto.randomUUID(), user_email: email, ...call },
    {
      templateId: id,
      process: {
        answers: questions.map((question, index) => ({
          questionId: question.id,
          yes: score > 50 * index,
        })),
      },
      ...analysis,
    },
  );
