import { insertClient } from "../../db/clients/client.js";
import { insertRecording } from "../../db/recordings/recording.js";
import { findUserByEmail } from "../../db/people/users.js";
import { write } from "../../db/engine/write.js";
import { startChildJob, incrementNotes } from "../helpers/engine/child-job.js";
import { dialect } from "../helpers/engine/database.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const buildClient = (id: string) => ({
  id,
  name: "Ann",
  email: null,
  crmEntityId: null,
  address: null,
  createdForUserId: null,
  now: 0,
});

const databaseUrlOf = ({ services: { db } }: SharedServer): string => {
  const { filename, connectionString } = db.client.config.connection;
  return connectionString ?? `sqlite:${filename}`;
};

const listClientIds = async ({ services: { db } }: SharedServer, org: Tenant): Promise<string[]> =>
  db("clients").where("organization_id", org.id).orderBy("id").pluck("id");

/** Sends 20 requests at once and returns the bodies; throws unless all succeed. */
const sendTwenty = async (
  request: (index: number) => ReturnType<Tenant["send"]>,
): Promise<Awaited<ReturnType<Tenant["send"]>>["body"][]> => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => request(index)));
  const failures = answers.filter(({ status }) => status !== 200);
  if (failures.length > 0) throw new Error(failures.map(({ text }) => text).join("\n"));
  return answers.map(({ body }) => body);
};

test("a failed change leaves nothing behind", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const change = write(db, org.id, async (trx) => {
    await insertClient(trx, org.id, buildClient("a"));
    t.is((await trx("clients").where("organization_id", org.id)).length, 1);
    throw new Error("rolled back");
  });
  await t.throwsAsync(change, { message: "rolled back" });
  t.deepEqual(await listClientIds(server, org), []);
  await write(db, org.id, (trx) => insertClient(trx, org.id, buildClient("b")));
  t.deepEqual(await listClientIds(server, org), ["b"]);
});

test("changes of one organization run one at a time across processes", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  await write(db, org.id, (trx) => insertClient(trx, org.id, buildClient("a")));
  const children = [1, 2].map(() =>
    startChildJob("count", databaseUrlOf(server), org.id, "a", "50"),
  );
  await Promise.all(children.map(({ begun }) => begun));
  for (const { go } of children) go();
  await Promise.all(Array.from({ length: 20 }, () => incrementNotes(db, org.id, "a", 5)));
  t.deepEqual(await Promise.all(children.map(({ ended }) => ended)), [0, 0]);
  t.deepEqual(await db("clients").where("organization_id", org.id).pluck("notes"), ["200"]);
});

test("calls of the same millisecond get unique positions", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const user = await findUserByEmail(db, org.id, "rep@example.com");
  const now = Date.parse("2026-03-02T12:00:00.123Z");
  const insert = (id: string) =>
    write(db, org.id, (trx) =>
      insertRecording(
        trx,
        org.id,
        { now },
        {
          id,
          name: id,
          status: "received",
          source: "dialer",
          userId: user!.id,
          startedAt: now,
          duration: 0,
          customFields: "{}",
        },
      ),
    );
  await Promise.all(Array.from({ length: 30 }, (_, index) => insert(`r-${index}`)));
  const recordings = await db("recordings").where("organization_id", org.id).orderBy("position");
  t.deepEqual(
    recordings.map(({ position }) => position),
    Array.from({ length: 30 }, (_, index) => now * 1000 + index),
  );
});

test("many simultaneous pushes of one event id create one appointment", async (t) => {
  const { org } = t.context;
  const bodies = await sendTwenty((index) =>
    org.send("POST", "/v1/scheduled-tasks", {
      event_id: "e-1",
      user_email: "rep@example.com",
      start_time: "2026-03-03T10:00:00Z",
      title: `Title ${index}`,
    }),
  );
  t.is(new Set(bodies.map(({ appointment }) => appointment.id)).size, 1);
  const { body } = await org.get("/v1/scheduled-tasks");
  t.is(body.appointments.length, 1);
  t.is(body.appointments[0].id, bodies[0].appointment.id);
});

test("many simultaneous sends of one call create one recording", async (t) => {
  const { server, org } = t.context;
  const transcript = [{ speaker: "Ann", text: "Hello", start: 0, end: 900 }];
  const bodies = await sendTwenty(() =>
    org.send("POST", "/v1/dialer", {
      call_id: "c-1",
      user_email: "rep@example.com",
      started_at: "2026-03-03T10:00:00Z",
      transcript,
    }),
  );
  t.is(new Set(bodies.map(({ recording }) => recording.id)).size, 1);
  const { db } = server.services;
  t.is((await db("recordings").where("organization_id", org.id)).length, 1);
  const stored: { utterances: string }[] = await db("transcripts").where("organization_id", org.id);
  t.deepEqual(
    stored.map(({ utterances }) => JSON.parse(utterances).text),
    [["Hello"]],
  );
});

test("many simultaneous appointments with one customer create one client", async (t) => {
  const { org } = t.context;
  await sendTwenty((index) =>
    org.send("POST", "/v1/scheduled-tasks", {
      event_id: `e-${index}`,
      user_email: "rep@example.com",
      start_time: "2026-03-03T10:00:00Z",
      customer: { id: "customer-1", name: "Ann" },
    }),
  );
  const { body } = await org.get("/v1/clients");
  t.deepEqual(
    body.clients.map(({ crmEntityId }: { crmEntityId: string }) => crmEntityId),
    ["customer-1"],
  );
});

test("a change of one organization doesn't wait for all changes of another", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const other = await server.createTenant();
  const ended: string[] = [];
  const change = async (id: string): Promise<void> => {
    await write(db, id, (trx) => trx("clients").where("organization_id", id).first());
    ended.push(id);
  };
  // A PostgreSQL connection opens slowly on a busy machine.
  await Promise.all([change(org.id), change(other.id)]);
  ended.length = 0;
  const flood = Array.from({ length: 100 }, () => change(org.id));
  await change(other.id);
  t.true(ended.length <= 50, `${ended.length} changes ended before`);
  // On a busy machine, the last of them wait longer than a change may.
  await Promise.allSettled(flood);
});

if (dialect === "postgres")
  test("on PostgreSQL, changes of other organizations and new tokens don't wait", async (t) => {
    const { server, org } = t.context;
    const { db } = server.services;
    const other = await server.createTenant();
    await write(db, org.id, async (trx) => {
      await insertClient(trx, org.id, buildClient("a"));
      await write(db, other.id, (trx2) => insertClient(trx2, other.id, buildClient("b")));
      const token = { hash: org.id, role: "internal", organization_id: org.id, created_at: 0 };
      await db("tokens").insert(token);
      const second = "SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE NOWAIT";
      await t.throwsAsync(async () => db.raw(second, [org.id]), { code: "55P03" });
    });
    t.deepEqual(await listClientIds(server, org), ["a"]);
    t.deepEqual(await listClientIds(server, other), ["b"]);
  });
