import { dialect } from "../helpers/engine/database.js";
import { createClip } from "../helpers/clips/clips.js";
import { addComment, REPLY } from "../helpers/comments/comments.js";
import { createFullRecordings, sendMutations } from "../helpers/recordings/bulk-recordings.js";
import type { Answer } from "../helpers/server.js";
import { countStatements } from "../helpers/engine/count-statements.js";
import { listRoutes } from "../helpers/rest/read-routes.js";
import { test } from "../helpers/own-paused-suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

// One statement finds the key's organization, one reads the page.
const PAGE_COST = 2;

test.serial("a page of 25 or 100 recordings costs 2 statements", async (t) => {
  const { org, server } = t.context;
  await createFullRecordings(org, { from: 0, to: 101 }, await createTemplate(org, "One?"));
  for (const limit of [1, 25, 100]) {
    const { count, result } = await countStatements(server, () =>
      org.get(`/v1/recordings?limit=${limit}`),
    );
    t.is(result.body.recordings.length, limit);
    t.is(count, PAGE_COST);
  }
  const bounded = "fromDate=2026-01-01&toDate=2027-01-01&startAfter=2027-01-01T00:00:00Z";
  t.is(
    (await countStatements(server, () => org.get(`/v1/recordings?${bounded}`))).count,
    PAGE_COST,
  );
});

/** The other lists of /v1: how many statements each costs, and the field with its rows. */
const lists: Record<string, { path: string; rows: string; count: number; maxRows: number }> = {
  appointments: {
    path: "/v1/scheduled-tasks",
    rows: "appointments",
    count: PAGE_COST,
    maxRows: 100,
  },
  "a user's appointments": {
    path: "/v1/scheduled-tasks?user_email=rep@example.com",
    rows: "appointments",
    // One more statement finds the user.
    count: PAGE_COST + 1,
    maxRows: 100,
  },
  clients: { path: "/v1/clients", rows: "clients", count: PAGE_COST, maxRows: 100 },
  users: { path: "/v1/users", rows: "users", count: PAGE_COST, maxRows: 121 },
  // One more statement reads the members of all teams.
  teams: { path: "/v1/teams", rows: "teams", count: PAGE_COST + 1, maxRows: 120 },
  webhooks: { path: "/v1/webhooks", rows: "webhooks", count: PAGE_COST, maxRows: 120 },
};

test.serial("this file counts the statements of every list", (t) => {
  // Above; a number that depends on the range, or on the calls; the events are one table, like the recordings.
  const others = [
    "/v1/recordings",
    "/v1/stats",
    "/v1/sentences",
    "/v1/events",
    "/v1/action-items",
    "/v1/comments",
    "/v1/clips",
  ];
  const counted = Object.values(lists).map(({ path }) => path.split("?")[0]!);
  t.deepEqual(
    [...new Set([...counted, ...others])].toSorted(),
    listRoutes.map(({ path }) => path).toSorted(),
  );
});

for (const [what, { path, rows, count, maxRows }] of Object.entries(lists))
  test.serial(`a list of ${what} costs ${count} statements at any length`, async (t) => {
    const { org, server } = t.context;
    const isUnpaged = maxRows > 100;
    const limited = isUnpaged ? path : `${path}${path.includes("?") ? "&" : "?"}limit=100`;
    const numbers = Array.from({ length: 120 }, (_, index) => index);
    const fields = {
      users: (n: number) => `upsertUser(input: { email: "${n}@example.com", name: "U" }) { email }`,
      appointments: (n: number) => `upsertAppointment(input: {
        eventId: "e-${n}", userEmail: "rep@example.com", startTime: "2026-03-02T10:00:00Z"
        customer: { id: "c-${n}" }
      }) { id }`,
      teams: (n: number) => `upsertTeam(input: {
        name: "Team ${n}", members: [{ email: "rep@example.com" }]
      }) { id }`,
    };
    const buildMutation =
      fields[rows === "clients" ? "appointments" : (rows as keyof typeof fields)];
    const loadList = async (): Promise<Answer> => org.get(limited);
    const before = await countStatements(server, loadList);
    if (buildMutation) await sendMutations(org, numbers.map(buildMutation));
    else
      await server.services.db("webhooks").insert(
        numbers.map((n) => ({
          organization_id: org.id,
          id: server.services.newId(),
          url: `https://hooks.example.com/${n}`,
          active: 1,
          source_trigger: "all",
          events: "[]",
          secret: "",
          created_at: n,
          updated_at: n,
        })),
      );
    const after = await countStatements(server, loadList);
    t.is(after.result.body[rows].length, maxRows);
    t.is(after.count, count);
    // Without teams, there are no members to read.
    t.is(before.count, rows === "teams" ? count - 1 : count);
  });

test.serial("a page of action items costs 4 statements at any length", async (t) => {
  const { org, server } = t.context;
  const actionItems = Array.from({ length: 60 }, (_, index) => ({ text: `Item ${index}` }));
  for (const call_id of ["one", "two"]) await org.createProcessed({ call_id }, { actionItems });
  for (const limit of [1, 100]) {
    const { count, result } = await countStatements(server, () =>
      org.get(`/v1/action-items?limit=${limit}`),
    );
    t.is(result.body.actionItems.length, limit);
    // Two more statements read the recordings and the items' owners.
    t.is(count, PAGE_COST + 2);
  }
});

test.serial("a page of comments costs 7 statements at any length", async (t) => {
  const { org, server } = t.context;
  const transcript = [{ speaker: "A", role: "rep", text: "Hello?", start: 0, end: 900 }];
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  for (const call_id of ["one", "two"]) {
    const recordingId = await org.createProcessed({ call_id, transcript });
    for (const index of numbers) {
      const { id } = await addComment(org, recordingId, { quote: "Hello?", text: `Note ${index}` });
      await org.graphql(REPLY, { id, input: { text: "Thanks.", authorEmail: "rep@example.com" } });
    }
  }
  for (const limit of [1, 100]) {
    const { count, result } = await countStatements(server, () =>
      org.get(`/v1/comments?limit=${limit}`),
    );
    t.is(result.body.comments.length, limit);
    // Five more statements read the authors, the mentions, the replies, the transcripts and the recordings.
    t.is(count, PAGE_COST + 5);
  }
});

test.serial("a page of clips costs 4 statements at any length", async (t) => {
  const { org, server } = t.context;
  for (const call_id of ["one", "two"]) {
    const recordingId = await org.createProcessed({ call_id, duration_ms: 60_000 });
    for (let count = 0; count < 55; count += 1) await createClip(org, recordingId, { end: 1_000 });
  }
  for (const limit of [1, 100]) {
    const { count, result } = await countStatements(server, () =>
      org.get(`/v1/clips?limit=${limit}`),
    );
    t.is(result.body.clips.length, limit);
    // Two more statements read the people and the recordings.
    t.is(count, PAGE_COST + 2);
  }
});

test.serial("a recording costs 2 statements and its transcript 3", async (t) => {
  const { org, server } = t.context;
  await createFullRecordings(org, { from: 0, to: 2 }, await createTemplate(org, "One?"));
  const { body } = await org.get("/v1/recordings");
  const path = `/v1/recordings/${body.recordings[0].id}`;
  // The key; the recording with its tags, action items and names.
  t.is((await countStatements(server, () => org.get(path))).count, 2);
  // The key, the recording, and the transcript with the speakers' names.
  t.is((await countStatements(server, () => org.get(`${path}/transcript`))).count, 3);
});

test.serial("a push costs no statements for unchanged parts of an appointment", async (t) => {
  const { org, server } = t.context;
  const body = {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer: { id: "c-1" },
  };
  const push = async (changes: object) =>
    countStatements(server, () => org.send("POST", "/v1/scheduled-tasks", { ...body, ...changes }));
  await push({});
  // The key, what is redacted, the appointment, the user, the client and the update. On PostgreSQL also BEGIN, the
  // lock on the organization's row, and COMMIT.
  const baseCost = dialect === "postgres" ? 9 : 6;
  t.is((await push({ title: "Visit" })).count, baseCost);
  // A new start also reads whether the appointment can be rematched, whether any recording starts in its window, and
  // what calendars have at the new time.
  const newStart = { start_time: "2026-03-02T11:00:00Z" };
  t.is((await push(newStart)).count, baseCost + 3);
  t.is((await push(newStart)).count, baseCost);
});

const at = (hours: number): string => new Date(Date.UTC(2026, 0, 1, hours)).toISOString();

test.serial("a call costs the same statements however many calls share its window", async (t) => {
  const { org, server } = t.context;
  await org.createUser();
  const pushAppointment = async (start: string, end: string) =>
    org.send("POST", "/v1/scheduled-tasks", {
      event_id: start,
      user_email: "rep@example.com",
      start_time: start,
      end_time: end,
    });
  const push = async (hours: number): Promise<number> =>
    (await countStatements(server, () => org.ingestCall({ started_at: at(hours) }))).count;
  // This one-year window contains every call.
  await pushAppointment(at(0), at(8760));
  const addMatchedDay = async (day: number): Promise<void> => {
    await pushAppointment(at(day * 24), at(day * 24 + 1));
    await push(day * 24);
    await push(day * 24 + 12);
  };
  await addMatchedDay(50);
  await push(6000);
  const count = await push(6001);
  for (let day = 51; day < 70; day += 1) await addMatchedDay(day);
  t.is(await push(6002), count);
});
