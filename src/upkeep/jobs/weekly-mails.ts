import { type GraphQLSchema, parse } from "graphql";
import {
  claimWeeklyMail,
  finishWeeklyMail,
  listWeeklyRecipients,
  releaseWeeklyMail,
  type WeeklyRecipient,
} from "../../../db/mails/weekly-mails.js";
import type { AccountRole } from "../../../db/sign-in/account-roles.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { loadLedScope, loadViewerScope } from "../../../db/sign-in/viewers.js";
import { createContext, type Services } from "../../../graph/context/context.js";
import { compileDocument } from "../../../graph/core/compile.js";
import type { Credential } from "../../../graph/core/credential.js";
import type { Mail, MailPort } from "../../../graph/core/ports.js";
import { findMailWeek, type MailWeek } from "../../../graph/mails/mail-week.js";
import {
  buildRepNote,
  buildRepNoteVariables,
  REP_NOTE,
  type RepNoteData,
} from "../../../graph/mails/rep-note.js";
import {
  buildTeamMail,
  buildTeamMailVariables,
  TEAM_MAIL,
  type TeamMailData,
} from "../../../graph/mails/team-mail.js";
import { findClockJump } from "../../../graph/retention/clock.js";
import { resolveTimeZone } from "../../../graph/stats/intervals.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 60 * 60_000;
const FAILURE_MESSAGE = "weekly mails could not be sent";

interface WeeklyMailOptions {
  services: Services;
  mailer: MailPort;
  schema: GraphQLSchema;
  log: Log;
  /** An IANA name; by default that of the machine. */
  timeZone?: string;
}

/** Returns the zone's IANA name; UTC, with a warning, for a `TZ` that names none, such as UTC0. */
const findTimeZone = ({ timeZone, log }: WeeklyMailOptions): string => {
  const name = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return resolveTimeZone(name);
  } catch {
    log.warn("TZ: isn't the IANA name of a time zone; weekly mails use UTC");
    return "UTC";
  }
};

/** Creates a function that builds a user's mail from what that user sees; undefined if there is nothing to write. */
const createBuilder = ({ services, schema }: WeeklyMailOptions) => {
  const compiled = new Map<string, ReturnType<typeof compileDocument>>();
  const read = async <Data>(
    credential: Credential,
    document: string,
    variables: Record<string, unknown>,
  ): Promise<Data> => {
    const query = compiled.get(document) ?? compileDocument(schema, parse(document));
    compiled.set(document, query);
    // The user looks at nothing yet.
    const context = createContext({ ...services, onContentViewed: () => {} }, credential, "mail");
    const { data, errors } = await query(undefined, context, variables);
    if (errors) throw errors[0]!;
    return data as Data;
  };
  return async (
    organizationId: string,
    { userId, email, role }: WeeklyRecipient & { role: AccountRole },
    week: MailWeek,
  ): Promise<Mail | undefined> => {
    const { db, publicUrl } = services;
    const credential = { role: "member", organizationId, userId } as const;
    if (role === "rep") {
      const scope = await loadViewerScope(db, organizationId, { userId, role });
      const variables = buildRepNoteVariables(week, email);
      const data = await read<RepNoteData>({ ...credential, scope }, REP_NOTE, variables);
      return buildRepNote(data, week, { email, publicUrl });
    }
    const scope = await loadLedScope(db, organizationId, userId);
    const lead = { ...credential, isManager: true, scope };
    const data = await read<TeamMailData>(lead, TEAM_MAIL, buildTeamMailVariables(week));
    return buildTeamMail(data, week, publicUrl);
  };
};

/** Creates the job that mails each user the week that ended, once. It is claimed first: a killed server sends it never. */
export const createWeeklyMails = (
  options: WeeklyMailOptions,
): ((signal: AbortSignal) => Promise<void>) => {
  const { services, mailer, log } = options;
  const timeZone = findTimeZone(options);
  const build = createBuilder(options);

  /** Returns false if the mail server can't be reached, or hangs: the next mails would fail, too. */
  const send = async (
    organizationId: string,
    recipient: WeeklyRecipient,
    week: MailWeek,
  ): Promise<boolean> => {
    const { db, now } = services;
    const key = { userId: recipient.userId, week: week.firstDay };
    const role = await claimWeeklyMail(db, organizationId, key, now());
    if (role === undefined) return true;
    let result;
    try {
      const mail = await build(organizationId, { ...recipient, role }, week);
      result = mail && (await mailer.sendPlanned(organizationId, recipient.email, mail));
    } catch (error) {
      log.error({ err: error, organization: organizationId }, "a weekly mail could not be built");
      result = "refused" as const;
    }
    if (result === "unreachable" || result === "deferred") {
      await releaseWeeklyMail(db, organizationId, key);
      return result === "deferred";
    }
    await finishWeeklyMail(db, organizationId, key, result ?? "nothing");
    return result !== "unknown";
  };

  /** Returns false if the next organization has to wait, too. */
  const sendAll = async (
    organizationId: string,
    week: MailWeek,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { db } = services;
    for (const recipient of await listWeeklyRecipients(db, organizationId, week.firstDay))
      if (signal.aborted || !(await send(organizationId, recipient, week))) return false;
    return true;
  };

  return async (signal) => {
    const week = findMailWeek(services.now(), timeZone);
    if (!week) return;
    for (const { id } of await listOrganizations(services.db))
      try {
        // A clock that is years ahead would use up the weeks until then.
        if (await findClockJump(services.db, id, services.now())) continue;
        if (!(await sendAll(id, week, signal))) return;
      } catch (error) {
        // The other organizations still get their mails.
        log.error({ err: error, organization: id }, FAILURE_MESSAGE);
      }
  };
};

/** Starts the job: now, and every hour. */
export const startWeeklyMails = (options: WeeklyMailOptions): IntervalJob =>
  startInterval(
    { everyMs: CHECK_INTERVAL_MS, log: options.log, failureMessage: FAILURE_MESSAGE },
    createWeeklyMails(options),
  );
