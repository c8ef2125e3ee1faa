import type { Db } from "../../db/engine/connect.js";
import { insertAll } from "../../db/engine/insert-all.js";
import { write } from "../../db/engine/write.js";
import { RematchScope, rematch } from "../../graph/matching/rematch.js";
import { countStatements } from "../helpers/engine/count-statements.js";
import { buildAppointmentRow, buildRecordingRow, buildUserRow } from "./matching-rows.js";
import { dialect } from "../helpers/engine/database.js";
import { test } from "../helpers/own-suite.js";
import { explainStatement, type RanStatement } from "../helpers/engine/query-plans.js";

const START_MS = Date.parse("2026-03-03T10:00:00Z");

interface Rep {
  id: string;
  /** Appointments by event id, and calls by position: those with the same index are paired. */
  count: number;
}

const buildId = (rep: Rep, index: number): string => `${rep.id}-${String(index).padStart(5, "0")}`;

const insertAppointment = async (trx: Db, organizationId: string, rep: Rep, eventId: string) =>
  trx("appointments").insert(
    buildAppointmentRow(organizationId, {
      id: eventId,
      userId: rep.id,
      eventId,
      startTime: START_MS,
      endTime: null,
    }),
  );

/** Inserts a rep whose calls and appointments all start at the same time. */
const insertRep = async (db: Db, organizationId: string, rep: Rep): Promise<void> => {
  const indexes = Array.from({ length: rep.count }, (_, index) => index);
  const recordings = indexes.map((index) =>
    buildRecordingRow(organizationId, {
      id: buildId(rep, index),
      userId: rep.id,
      startedAt: START_MS,
      position: rep.count * 10 + index,
    }),
  );
  const appointments = indexes.map((index) =>
    buildAppointmentRow(organizationId, {
      id: buildId(rep, index),
      userId: rep.id,
      eventId: buildId(rep, index),
      startTime: START_MS,
      endTime: null,
    }),
  );
  const matches = indexes.map((index) => ({
    organization_id: organizationId,
    recording_id: buildId(rep, index),
    appointment_id: buildId(rep, index),
    method: "window",
  }));
  await db.transaction(async (trx) => {
    await trx("users").insert(buildUserRow(organizationId, rep.id));
    await insertAll(trx, "recordings", recordings);
    await insertAll(trx, "appointments", appointments);
    await insertAll(trx, "matches", matches);
  });
  // As autovacuum would within a minute: without statistics, each foreign key is checked by reading the organization's rows.
  if (dialect === "postgres") await db.raw("ANALYZE");
};

/** Adds the appointment that every call's match depends on, and returns the changed recordings. */
const displaceAll = async (db: Db, organizationId: string, rep: Rep): Promise<Set<string>> =>
  write(db, organizationId, async (trx) => {
    const eventId = `${rep.id}-0`;
    await insertAppointment(trx, organizationId, rep, eventId);
    const scope = new RematchScope().addAppointmentId(eventId);
    await rematch(trx, organizationId, scope, START_MS);
    return scope.changedMatchRecordingIds;
  });

test.serial("a change that displaces many matches costs no statement for each", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const counts: number[] = [];
  for (const rep of [
    { id: "rep-a", count: 60 },
    { id: "rep-b", count: 600 },
  ]) {
    await insertRep(db, org.id, rep);
    const { count, result } = await countStatements(server, () => displaceAll(db, org.id, rep));
    t.is(result.size, rep.count);
    counts.push(count);
    const matches: { appointment_id: string }[] = await db("matches")
      .where("organization_id", org.id)
      .where("recording_id", "like", `${rep.id}-%`)
      .orderBy("recording_id")
      .select("appointment_id");
    // The new appointment has the first call, and each other one the call behind its own.
    t.deepEqual(
      matches.map((match) => match.appointment_id),
      [`${rep.id}-0`, ...Array.from({ length: rep.count - 1 }, (_, index) => buildId(rep, index))],
    );
  }
  // The server may run a statement of its own meanwhile.
  t.true(counts[1]! - counts[0]! < 20, counts.join());
});

test.serial("a change that displaces many matches reads by indexes", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const rep = { id: "rep-d", count: 60 };
  await insertRep(db, org.id, rep);
  const ran = new Map<string, RanStatement>();
  const record = (one: RanStatement): void => {
    if (/ (recordings|appointments|matches) /.test(one.sql.replaceAll(/["`]/g, "")))
      ran.set(one.sql, one);
  };
  db.on("query", record);
  await displaceAll(db, org.id, rep);
  db.off("query", record);
  t.true(ran.size >= 8, `${ran.size}`);
  // PostgreSQL prefers to scan tables that are this small.
  if (dialect === "postgres") return;
  for (const one of ran.values())
    for (const step of await explainStatement(server, one))
      t.notRegex(
        step,
        /^SCAN (?!json_each|CONSTANT ROW$)|TEMP B-TREE|\(organization_id=\?\)$/,
        one.sql,
      );
});

test.serial("a change that displaces many matches lets the server do other work", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  const rep = { id: "rep-c", count: 5_000 };
  await insertRep(db, org.id, rep);
  let turns = 0;
  const isRunning = { value: true };
  const countTurns = (): void => {
    turns += 1;
    if (isRunning.value) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const changed = await displaceAll(db, org.id, rep);
  isRunning.value = false;
  t.is(changed.size, rep.count);
  // Three for the searches, two for the steps in memory, and two for each of three lists of rows that are written.
  t.true(turns >= 11, `${turns}`);
});
