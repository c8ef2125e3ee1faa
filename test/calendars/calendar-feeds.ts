import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExecutionContext } from "ava";
import { pollCalendar, type PollOptions } from "../../src/calendars/poll-calendar.js";
import { createLog } from "../../src/base/log/log.js";
import { parseAllowList } from "../../src/base/net/allow-list.js";
import { createDestinations } from "../../src/base/net/destinations.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import type { SharedServer, Tenant } from "../helpers/server.js";

type Teardown = Pick<ExecutionContext, "teardown">;

/** An event of a feed: its UID, then its lines. */
export type FeedEvent = [uid: string, ...lines: string[]];

export const buildFeed = (...events: FeedEvent[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap(([uid, ...lines]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** Builds an event of an hour on a day in March 2026, at this hour in UTC. */
export const buildMeeting = (
  uid: string,
  day: number,
  hour = 10,
  ...lines: string[]
): FeedEvent => {
  const date = `202603${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}`;
  return [uid, `DTSTART:${date}0000Z`, "DURATION:PT1H", `SUMMARY:Meeting ${uid}`, ...lines];
};

/** Builds an event of an hour from this time on, in milliseconds since 1970. */
export const buildMeetingAt = (uid: string, start: number): FeedEvent => {
  const time = new Date(start).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return [uid, `DTSTART:${time}Z`, "DURATION:PT1H"];
};

/** Starts a server of one calendar, with an ETag for each text. Set `respond` for other answers. */
export const startFeed = async (t: Teardown) => {
  const feed = {
    url: "",
    text: buildFeed(),
    /** The requests, with their headers. */
    requests: [] as IncomingMessage[],
    respond: undefined as
      | ((request: IncomingMessage, response: ServerResponse) => void)
      | undefined,
  };
  const server = createServer((request, response) => {
    feed.requests.push(request);
    if (feed.respond) return feed.respond(request, response);
    const etag = `"${createHash("sha256").update(feed.text).digest("hex")}"`;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { "content-type": "text/calendar", etag }).end(feed.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  feed.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-address/basic.ics`;
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return feed;
};

export const buildPollOptions = (
  t: Teardown,
  { services }: SharedServer,
  lines: string[] = [],
): PollOptions => {
  const destinations = createDestinations(parseAllowList("127.0.0.0/8"));
  t.teardown(destinations.close);
  return {
    services,
    destinations,
    log: createLog("info", { write: (line) => void lines.push(line) }),
  };
};

/** Polls a calendar like the job. */
export const runPoll = async (
  options: PollOptions,
  { id: organizationId }: Tenant,
  id: string,
  signal = new AbortController().signal,
): Promise<void> => runAsProgram(() => pollCalendar(options, { organizationId, id }, signal));

const POLL_NOW = `mutation ($id: ID!, $accepts: Boolean) {
  pollCalendarNow(id: $id, acceptsRemovals: $accepts) { id }
}`;

/** Makes the calendar due, as an admin does. */
export const requestPoll = async (org: Tenant, id: string, accepts = false): Promise<void> => {
  await org.graphql(POLL_NOW, { id, accepts });
};

const CALENDARS = `{ calendars { nodes {
  id host user { email } events timeZone attemptedAt polledAt changedAt nextPollAt problem failures occurrences leftOut
  notices { kind reason count places { line uid title } }
} } }`;

// oxlint-disable-next-line typescript/no-explicit-any
export const loadCalendar = async (org: Tenant): Promise<any> =>
  (await org.graphql(CALENDARS)).calendars.nodes[0];

const APPOINTMENTS = `{ appointments(first: 100) {
  nodes { eventId startTime endTime title userEmail customer { id name email } matchStatus }
} }`;

// oxlint-disable-next-line typescript/no-explicit-any
export const listAppointments = async (org: Tenant): Promise<any[]> =>
  (await org.graphql(APPOINTMENTS)).appointments.nodes;

export const listEventIds = async (org: Tenant): Promise<string[]> =>
  (await listAppointments(org)).map(({ eventId }) => eventId);
