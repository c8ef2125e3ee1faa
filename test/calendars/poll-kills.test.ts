import "reflect-metadata";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { buildFeed, buildMeetingAt, startFeed } from "./calendar-feeds.js";
import { test } from "../helpers/server/first-start-suite.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";

const ROUNDS = 6;
const EVENTS = 120;
const HOUR_MS = 60 * 60_000;
const DEADLINE_MS = 45_000;
const MAX_KILL_MS = 600;
const ENV = {
  DEBRIEF_FIRST_ORG: "off",
  DEBRIEF_ANALYZER: "external",
  DEBRIEF_WEBHOOK_ALLOW: "127.0.0.1",
};
const CREATE = `mutation ($url: String!) {
  createCalendar(input: { url: $url, userEmail: "ann@example.com", events: all }) { id }
}`;
const PAGE = `query ($after: String) {
  appointments(first: 100, after: $after) { nodes { eventId startTime } nextCursor }
}`;
const POLL = "mutation ($id: ID!) { pollCalendarNow(id: $id) { id } }";

/** Each round moves every event, and leaves some out. */
const listStarts = (round: number, begin: number): Map<string, number> =>
  new Map(
    Array.from({ length: EVENTS }, (_, index): [string, number] => [
      `event-${index}`,
      begin + index * HOUR_MS + round * 60_000,
    ]).filter((_, index) => (index + round) % 5 > 0),
  );

const sortByEventId = (appointments: [string, number][]): [string, number][] =>
  appointments.toSorted(([a], [b]) => (a < b ? -1 : 1));

test("after kills at random moments, the next poll makes all appointments right", async (t) => {
  const { program } = t.context;
  const feed = await startFeed(t);
  const begin = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
  let serving = await program.serve(ENV);
  const org = await createInstalledOrganization(program);
  const ask = async (query: string, variables: object) =>
    tenantAt(serving, org).graphql(query, variables);
  await tenantAt(serving, org).createUser("ann@example.com");
  const listStored = async (): Promise<[string, number][]> => {
    const all: [string, number][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const { appointments } = await ask(PAGE, { after });
      for (const { eventId, startTime } of appointments.nodes)
        all.push([eventId, Date.parse(startTime)]);
      after = appointments.nextCursor as string | null;
    }
    return sortByEventId(all);
  };
  const waitForPoll = async (count: number): Promise<void> => {
    for (const end = Date.now() + DEADLINE_MS; feed.requests.length < count;) {
      if (Date.now() > end) throw new Error("no poll came");
      await setTimeout(5);
    }
  };
  const { id } = (await ask(CREATE, { url: feed.url })).createCalendar;
  await waitForPoll(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const starts = listStarts(round, begin);
    feed.text = buildFeed(...[...starts].map(([uid, start]) => buildMeetingAt(uid, start)));
    const polls = feed.requests.length;
    await ask(POLL, { id });
    await waitForPoll(polls + 1);
    await setTimeout(Math.random() * MAX_KILL_MS);
    serving.child.kill("SIGKILL");
    await once(serving.child, "exit");
    serving = await program.serve(ENV);
  }
  await ask(POLL, { id });
  const last = [...listStarts(ROUNDS - 1, begin)];
  const expected = sortByEventId(last.map(([uid, start]) => [`ics:${uid}`, start]));
  let stored = await listStored();
  for (const end = Date.now() + DEADLINE_MS; Date.now() < end; stored = await listStored()) {
    if (JSON.stringify(stored) === JSON.stringify(expected)) break;
    await setTimeout(100);
  }
  t.deepEqual(stored, expected);
  t.is((await serving.stop()).code, 0);
});
