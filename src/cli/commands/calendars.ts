import { type Command, print, printJson } from "../../base/config/command.js";
import { printRows } from "./print-rows.js";
import { explainForbiddenDestination } from "./explain-destination.js";
import { readPassword } from "./read-password.js";
import { rethrowAsUsageError, runAsOrganization } from "./run-as-organization.js";
import type { RunOperation } from "./run-operation.js";
import { type CalendarNotice, formatNotices } from "./calendar-notices.js";
import { readSettings, settingFlags } from "./calendar-settings.js";
import { jsonFlag, orgFlag, organizationFlags } from "./shared-flags.js";

interface Calendar {
  id: string;
  host: string;
  user: { email: string } | null;
  attemptedAt: string | null;
  polledAt: string | null;
  problem: string | null;
  occurrences: number;
  leftOut: number;
  notices: CalendarNotice[];
}

const FIELDS = `id host user { email } includesAllDay events timeZone attemptedAt polledAt changedAt nextPollAt problem
  failures occurrences leftOut notices { kind reason count places { line uid title } }`;
const LIST = `query ($after: String) { calendars(first: 100, after: $after) {
  nodes { ${FIELDS} } nextCursor
} }`;
const ADD = `mutation ($input: CalendarInput!) { createCalendar(input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: ID!, $input: CalendarUpdate!) {
  updateCalendar(id: $id, input: $input) { ${FIELDS} }
}`;
const DELETE = "mutation ($id: ID!) { deleteCalendar(id: $id) }";
const POLL = `mutation ($id: ID!, $acceptsRemovals: Boolean) {
  pollCalendarNow(id: $id, acceptsRemovals: $acceptsRemovals) { ${FIELDS} }
}`;

const loadAll = async (ask: RunOperation): Promise<Calendar[]> => {
  const all: Calendar[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const variables = after === undefined ? {} : { after };
    const { calendars } = await ask<{
      calendars: { nodes: Calendar[]; nextCursor: string | null };
    }>(LIST, variables);
    all.push(...calendars.nodes);
    after = calendars.nextCursor;
  }
  return all;
};

/** Returns the last poll, and the last one with an answer where that is an earlier one. */
const describePolls = (attemptedAt: string | null, polledAt: string | null): string => {
  if (attemptedAt === null || attemptedAt === polledAt) return polledAt ?? "never";
  return `tried ${attemptedAt}, ${polledAt === null ? "never read" : `last answer ${polledAt}`}`;
};

const printCalendars = (calendars: Calendar[]): void => {
  printRows(
    calendars.map(({ id, host, user, attemptedAt, polledAt, problem, occurrences, leftOut }) => [
      id,
      host,
      user?.email ?? "organization",
      describePolls(attemptedAt, polledAt),
      `${occurrences} appointments, ${leftOut} skipped`,
      problem ?? ((attemptedAt ?? polledAt) === null ? "waiting for its first poll" : "ok"),
    ]),
  );
  for (const { id, notices } of calendars)
    for (const line of formatNotices(notices)) print(`${id}  ${line}`);
};

export const calendarList: Command = {
  usage: "calendar list --org <organization> [--json]",
  description: "list the calendars with their last polls and problems",
  requiredArgs: 0,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const calendars = await loadAll(ask);
      if (call.flags["json"]) printJson({ calendars });
      else printCalendars(calendars);
    }),
};

export const calendarAdd: Command = {
  usage:
    "calendar add --org <organization> [--user <email>] [--all-day] [--events visits|all] [--time-zone <name>] [--json]",
  description: "add a user's or the organization's calendar",
  details: "Prompts for the calendar's secret address. See docs/calendars.md.",
  requiredArgs: 0,
  options: {
    ...orgFlag,
    user: {
      type: "string",
      value: "<email>",
      description: "the user; default: the organization's calendar",
    },
    "all-day": { type: "boolean", description: "create appointments from all-day events, too" },
    ...settingFlags,
    ...jsonFlag,
  },
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const input = {
        url: await readPassword("address"),
        userEmail: call.flags["user"] ?? null,
        includesAllDay: call.flags["all-day"] ?? false,
        ...readSettings(call),
      };
      const { createCalendar } = await rethrowAsUsageError(
        { userEmail: "--user", url: "the address", timeZone: "--time-zone" },
        ask<{ createCalendar: Calendar }>(ADD, { input }).catch((error: unknown) =>
          explainForbiddenDestination(error, "the address"),
        ),
      );
      if (call.flags["json"]) printJson(createCalendar);
      else printCalendars([createCalendar]);
    }),
};

export const calendarUpdate: Command = {
  usage:
    "calendar update <id> --org <organization> [--events visits|all] [--time-zone <name>] [--json]",
  description: "change a calendar's events and time zone",
  details: "The running server reads the calendar again within a minute. See docs/calendars.md.",
  requiredArgs: 1,
  options: { ...orgFlag, ...settingFlags, ...jsonFlag },
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const { updateCalendar } = await rethrowAsUsageError(
        { timeZone: "--time-zone" },
        ask<{ updateCalendar: Calendar }>(UPDATE, { id: call.args[0], input: readSettings(call) }),
      );
      if (call.flags["json"]) printJson(updateCalendar);
      else printCalendars([updateCalendar]);
    }),
};

export const calendarDelete: Command = {
  usage: "calendar delete <id> --org <organization>",
  description: "delete a calendar and its future appointments",
  details: "Keeps the appointments with a recording.",
  requiredArgs: 1,
  options: orgFlag,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      await ask(DELETE, { id: call.args[0] });
      print("deleted");
    }),
};

export const calendarPoll: Command = {
  usage: "calendar poll <id> --org <organization> [--accept-removals] [--json]",
  description: "read a calendar again",
  details: "The running server reads it within a minute.",
  requiredArgs: 1,
  options: {
    ...orgFlag,
    "accept-removals": {
      type: "boolean",
      description: "delete appointments at once if most events are missing",
    },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const acceptsRemovals = call.flags["accept-removals"] ?? false;
      const { pollCalendarNow } = await ask<{ pollCalendarNow: Calendar }>(POLL, {
        id: call.args[0],
        acceptsRemovals,
      });
      if (call.flags["json"]) printJson(pollCalendarNow);
      else printCalendars([pollCalendarNow]);
    }),
};
