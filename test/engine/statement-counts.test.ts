import { dialect } from "../helpers/database.js";
import { createFullRecordings, sendMutations } from "../helpers/bulk-recordings.js";
import type { Answer } from "../helpers/server.js";
import { countStatements } from "../helpers/count-statements.js";
import { test } from "../helpers/own-paused-suite.js";
import { createTemplate } from "../helpers/templates.js";

// One finds the organization of the key, one the page.
const A_PAGE = 2;

test.serial("a page of 25 or 100 recordings costs 2 statements", async (t) => {
  const { org, server } = t.context;
  await createFullRecordings(org, { from: 0, to: 101 }, await createTemplate(org, "One?"));
  for (const limit of [1, 25, 100]) {
    const { count, result } = await countStatements(server, () =>
      org.get(`/v1/recordings?limit=${limit}`),
    );
    t.is(result.body.recordings.length, limit);
    t.is(count, A_PAGE);
  }
  const bounded = "fromDate=2026-01-01&toDate=2027-01-01&startAfter=2027-01-01T00:00:00Z";
  t.is((await countStatements(server, () => org.get(`/v1/recordings?${bounded}`))).count, A_PAGE);
});

/** The other lists of /v1: the statements that each costs, and where its rows are. */
const lists: Record<string, { path: string; rows: string; count: number; most: number }> = {
  appointments: { path: "/v1/scheduled-tasks", rows: "appointments", count: A_PAGE, most: 100 },
  "a user's appointments": {
    path: "/v1/scheduled-tasks?user_email=rep@example.com",
    rows: "appointments",
    // One more finds the user.
    count: A_PAGE + 1,
    most: 100,
  },
  clients: { path: "/v1/clients", rows: "clients", count: A_PAGE, most: 100 },
  users: { path: "/v1/users", rows: "users", count: A_PAGE, most: 121 },
  // One more for the members of all teams.
  teams: { path: "/v1/teams", rows: "teams", count: A_PAGE + 1, most: 120 },
  webhooks: { path: "/v1/webhooks", rows: "webhooks", count: A_PAGE, most: 120 },
};

for (const [what, { path, rows, count, most }] of Object.entries(lists))
  test.serial(`a list of ${what} costs ${count} statements, whatever its length`, async (t) => {
    const { org, server } = t.context;
    const limited = `${path}${path.includes("?") ? "&" : "?"}limit=100`;
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
    const make = fields[rows === "clients" ? "appointments" : (rows as keyof typeof fields)];
    const ask = async (): Promise<Answer> => org.get(limited);
    const before = await countStatements(server, ask);
    if (make) await sendMutations(org, numbers.map(make));
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
    const after = await countStatements(server, ask);
    t.is(after.result.body[rows].length, most);
    t.is(after.count, count);
    // The members of no team need not be looked for.
    t.is(before.count, rows === "teams" ? count - 1 : count);
  });

test.serial("a recording costs 2 statements, and its transcript 3", async (t) => {
  const { org, server } = t.context;
  await createFullRecordings(org, { from: 0, to: 2 }, await createTemplate(org, "One?"));
  const { body } = await org.get("/v1/recordings");
  const path = `/v1/recordings/${body.recordings[0].id}`;
  // The key, and the recording with its tags, its action items and the names of its user and appointment.
  t.is((await countStatements(server, () => org.get(path))).count, 2);
  // The key, the recording, and what was said with the names of the speakers.
  t.is((await countStatements(server, () => org.get(`${path}/transcript`))).count, 3);
});

test.serial("a push costs no statement for unchanged parts of an appointment", async (t) => {
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
  // The key, the appointment, the user and the client, and the change; on PostgreSQL also the beginning,
  // the organization's row and the end of a transaction of its own.
  const few = dialect === "postgres" ? 8 : 5;
  t.is((await push({ title: "Visit" })).count, few);
  // Two more for a match: is it open, and which recordings could it have.
  const moved = { start_time: "2026-03-02T11:00:00Z" };
  t.is((await push(moved)).count, few + 2);
  t.is((await push(moved)).count, few);
});

const at = (hours: number): string => new Date(Date.UTC(2026, 0, 1, hours)).toISOString();

test.serial(
  "a call costs the same statements however many calls are connected to it",
  async (t) => {
    const { org, server } = t.context;
    await org.createUser();
    const appointment = async (start: string, end: string) =>
      org.send("POST", "/v1/scheduled-tasks", {
        event_id: start,
        user_email: "rep@example.com",
        start_time: start,
        end_time: end,
      });
    const push = async (hours: number): Promise<number> =>
      (await countStatements(server, () => org.ingestCall({ started_at: at(hours) }))).count;
    // A window of a year holds all of them.
    await appointment(at(0), at(8760));
    const meet = async (day: number): Promise<void> => {
      await appointment(at(day * 24), at(day * 24 + 1));
      await push(day * 24);
      await push(day * 24 + 12);
    };
    await meet(50);
    await push(6000);
    const count = await push(6001);
    for (let day = 51; day < 70; day += 1) await meet(day);
    t.is(await push(6002), count);
  },
);
