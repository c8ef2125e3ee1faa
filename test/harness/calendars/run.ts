import { addCalendar } from "../../helpers/calendars/add-calendar.js";
import { type TestServer, startServer } from "../../helpers/server.js";
import type { Tenant } from "../../helpers/tenant.js";
import {
  buildPollOptions,
  listAppointments,
  loadCalendar,
  requestPoll,
  runPoll,
  startFeed,
} from "../../calendars/calendar-feeds.js";
import { SeededRandom } from "../documents/seeded-random.js";
import { type Defect, DEFECTS, formatTime, type SampleEvent } from "./defects.js";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Losing one of four isn't suspicious. */
const MIN_EVENTS = 4;

const buildEvent = (index: number, startTime: number): SampleEvent => {
  const [uid, title] = [`visit-${index}@example.com`, `Visit number ${index}`];
  const lines = [
    `UID:${uid}`,
    `DTSTART:${formatTime(startTime)}Z`,
    "DURATION:PT30M",
    `SUMMARY:${title}`,
    "ATTENDEE;CN=Kim Lee:mailto:kim@cust.example",
  ];
  return { uid, title, startTime, lines };
};

const formatCalendar = (events: string[][], random: SeededRandom): string => {
  const width = 20 + random.below(60);
  const lineEnd = random.chance(50) ? "\r\n" : "\n";
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ];
  const fold = (line: string): string =>
    line.replaceAll(new RegExp(`(.{${width}})(?=.)`, "g"), `$1${lineEnd} `);
  return lines.map(fold).join(lineEnd);
};

interface Expected {
  defect: Defect;
  bad: SampleEvent;
  good: SampleEvent[];
}

const formatTimes = (times: number[]): string =>
  times
    .toSorted((a, b) => a - b)
    .map((time) => new Date(time).toISOString())
    .join(" ");

const findProblem = async (org: Tenant, { defect, bad, good }: Expected) => {
  const starts = (await listAppointments(org)).map(({ startTime }) => Date.parse(startTime));
  const wanted = (defect.isRead ? [...good, bad] : good).map(({ startTime }) => startTime);
  const [found, expected] = [formatTimes(starts), formatTimes(wanted)];
  if (found !== expected) return `has ${found} instead of ${expected}`;
  const { notices } = await loadCalendar(org);
  const isNamed = notices.some(
    (notice: { kind: string; places: { uid: string | null; title: string | null }[] }) =>
      notice.kind === defect.kind &&
      notice.places.some(({ uid, title }) => uid === bad.uid || title?.includes(bad.title)),
  );
  return isNamed ? undefined : `doesn't name the defect: ${JSON.stringify(notices)}`;
};

/** Polls a calendar with a defect, then without one of its good events. Returns what is wrong. */
const runCalendar = async (
  server: TestServer,
  defect: Defect,
  random: SeededRandom,
): Promise<string | undefined> => {
  const closers: (() => void)[] = [];
  const t = { teardown: (close: () => void) => void closers.push(close) } as never;
  const org = await server.createTenant();
  await org.createUser();
  const feed = await startFeed(t);
  const options = buildPollOptions(t, server);
  const today = Math.floor(server.clock.time / DAY_MS) * DAY_MS;
  const count = MIN_EVENTS + 1 + random.below(5);
  const events = Array.from({ length: count }, (_, index) =>
    buildEvent(index, today + (1 + index) * DAY_MS + (7 + random.below(12)) * HOUR_MS),
  );
  const bad = events[random.below(count)]!;
  const gone = random.pick(events.filter((event) => event !== bad));
  const format = (kept: SampleEvent[]): string =>
    formatCalendar(
      kept.map((event) => (event === bad ? defect.apply(event) : event.lines)),
      random,
    );
  try {
    feed.text = format(events);
    const id = await addCalendar(org, feed.url, undefined, { events: "visits" });
    await runPoll(options, org, id);
    const all = { defect, bad, good: events.filter((event) => event !== bad) };
    const first = await findProblem(org, all);
    if (first !== undefined) return first;
    feed.text = format(events.filter((event) => event !== gone));
    await requestPoll(org, id);
    await runPoll(options, org, id);
    const second = await findProblem(org, { ...all, good: all.good.filter((one) => one !== gone) });
    return second && `after a removal, ${second}`;
  } finally {
    for (const close of closers) close();
  }
};

/** Polls calendars with one defect each. @throws Error with the calendars that are wrong */
export const runCalendars = async ({
  seed,
  count,
}: {
  seed: number;
  count: number;
}): Promise<{ calendars: number; defects: number }> => {
  const server = await startServer();
  await server.notifier.stop();
  const random = new SeededRandom(seed);
  const offset = random.below(DEFECTS.length);
  const problems: string[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      const defect = DEFECTS[(index + offset) % DEFECTS.length]!;
      const problem = await runCalendar(server, defect, random);
      if (problem !== undefined)
        problems.push(`${index}: a calendar with ${defect.name} ${problem}`);
    }
  } finally {
    await server.stop();
  }
  if (problems.length > 0) throw new Error(`seed ${seed}\n${problems.join("\n")}`);
  return { calendars: count, defects: Math.min(count, DEFECTS.length) };
};
