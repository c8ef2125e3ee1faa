import { createRandom } from "../../src/demo/random.js";
import { createTeam, fetchStats } from "../helpers/stats/stats.js";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A sample call and when its recording was made. Times are milliseconds since 1970. */
export interface PastCall {
  createdAt: number;
  body: { call_id: string; started_at: string } & Record<string, unknown>;
  analysis: Record<string, unknown>;
}

export interface History {
  reps: string[];
  appointments: { event_id: string; start_time: string; user_email: string }[];
  /** In the order of createdAt, no two of one millisecond. */
  calls: PastCall[];
  from: number;
  to: number;
}

const toIso = (ms: number): string => new Date(ms).toISOString();

/** Builds calls and appointments over `days`, whose windows overlap so that calls compete for appointments. */
export const buildHistory = (seed: number, count: number, from: number, days: number): History => {
  const random = createRandom(seed);
  const reps = Array.from({ length: 8 }, (_, index) => `rep-${index}@example.com`);
  const appointments = Array.from({ length: Math.ceil(count / 2) }, (_, index) => ({
    event_id: `e-${index}`,
    user_email: random.pick(reps),
    start_time: toIso(from + random.int(0, days * 96 - 1) * 15 * MINUTE_MS),
  }));
  const calls = Array.from({ length: count }, (_, index): PastCall => {
    const near = random.chance(0.7) ? random.pick(appointments) : undefined;
    const startedAt = near
      ? Date.parse(near.start_time) + random.int(-90, 240) * MINUTE_MS
      : from + random.int(0, days * DAY_MS);
    const duration = random.int(1, 40) * MINUTE_MS;
    const half = Math.floor(duration / 2);
    const client = random.int(0, 60);
    return {
      createdAt: startedAt + duration,
      body: {
        call_id: `past-${index}`,
        user_email: near?.user_email ?? random.pick(reps),
        started_at: toIso(startedAt),
        duration_ms: duration,
        ...(random.chance(0.1) && { event_id: `e-${random.int(0, appointments.length + 5)}` }),
        ...(random.chance(0.6) && { customer: { id: `c-${client}`, name: `Client ${client}` } }),
        transcript: [
          { speaker: "Robin", role: "rep", text: "Shall we begin?", start: 0, end: half },
          { speaker: "Ann", role: "client", text: "Yes.", start: half, end: duration },
        ],
      },
      analysis: { tags: [random.pick(["won", "lost", "open"])] },
    };
  }).toSorted((a, b) => a.createdAt - b.createdAt);
  let last = 0;
  for (const call of calls) last = call.createdAt = Math.max(call.createdAt, last + 1);
  return { reps, appointments, calls, from, to: last };
};

/** Creates the history's people and pushes its appointments. */
export const pushAppointments = async (
  org: Tenant,
  { reps, appointments }: History,
): Promise<void> => {
  for (const rep of reps) await org.createUser(rep, { name: rep });
  await createTeam(org, "North", ...reps.slice(0, 5));
  await createTeam(org, "South", ...reps.slice(3));
  for (const appointment of appointments) {
    const { status, text } = await org.send("POST", "/v1/scheduled-tasks", appointment);
    if (status !== 200) throw new Error(text);
  }
};

/** Pushes a call, and returns what completes its analysis. */
export const pushCall = async (
  org: Tenant,
  { body, analysis }: PastCall,
  fields: object = {},
): Promise<() => Promise<void>> => {
  const answer = await org.send("POST", "/v1/dialer", { ...body, ...fields });
  if (answer.status !== 200) throw new Error(answer.text);
  return async () => completeAnalysis(org, answer.body.recording.id, analysis);
};

const PAGE = `query ($after: String) { recordings(first: 100, after: $after) {
  pageInfo { hasNextPage endCursor }
  nodes {
    name createdAt startedAt duration status userEmail tags client { crmEntityId name }
    match { method offset } eventId
  }
} }`;

const listRecordings = async (org: Tenant): Promise<unknown[]> => {
  const all: unknown[] = [];
  for (let after: string | null = null; ;) {
    const { recordings } = await org.graphql(PAGE, { after });
    all.push(...recordings.nodes);
    if (!recordings.pageInfo.hasNextPage) return all;
    after = recordings.pageInfo.endCursor;
  }
};

const listRest = async (org: Tenant, path: string, name: string): Promise<unknown[]> => {
  const all: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await org.get(`${path}limit=100${cursor && `&startAfter=${cursor}`}`);
    all.push(...body[name]);
    cursor = body.nextCursor && encodeURIComponent(body.nextCursor);
  }
  return all;
};

/** Reads everything in which the calls' own times show: lists, matches, and statistics by month. */
export const readHistory = async (org: Tenant, { from, to }: History) => {
  const months = new Map<string, unknown>();
  for (const date = new Date(from); date.getTime() <= to + 31 * DAY_MS;) {
    const startDate = date.toISOString().slice(0, 8) + "01";
    date.setUTCMonth(date.getUTCMonth() + 1, 1);
    const endDate = toIso(Date.parse(date.toISOString().slice(0, 10)) - 1);
    for (const groupBy of ["user", "team"])
      months.set(
        `${startDate} ${groupBy}`,
        (await fetchStats(org, { groupBy, startDate, endDate })).stats.map(
          ({ teamId: _, ...entry }: { teamId?: string }) => entry,
        ),
      );
  }
  const shown = (await listRest(org, "/v1/recordings?", "recordings")) as { createdAt: string }[];
  const tasks = (await listRest(org, "/v1/scheduled-tasks?", "appointments")) as object[];
  return {
    recordings: await listRecordings(org),
    times: shown.map(({ createdAt }) => createdAt),
    appointments: tasks.map((task) => {
      const { event_id, matchStatus } = task as Record<string, unknown>;
      return [event_id ?? (task as Record<string, unknown>)["eventId"], matchStatus];
    }),
    months: Object.fromEntries(months),
  };
};
