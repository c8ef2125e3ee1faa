import fc from "fast-check";
import type { Db } from "../../db/engine/connect.js";
import { excludePair } from "../../db/matching/matches.js";
import { WindowPairing } from "../../graph/matching/window-pairing.js";
import { computeWindowAfterStart } from "../../graph/matching/windows.js";
import { dialect } from "../helpers/engine/database.js";
import {
  type AppointmentFields,
  buildAppointmentRow,
  buildRecordingRow,
  buildUserRow,
  moveAppointment,
  type RecordingFields,
} from "./matching-rows.js";
import { test } from "../helpers/own-suite.js";
import { pairNearestFirst } from "./reference-pairing.js";

const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-03-03T10:00:00Z");
const ROWS = 8;
/** In no order, and of which UTF-16 sorts two differently. */
const EVENT_IDS = ["B", "\u{1f600}", "b", "e-10", "\u{fffd}", "e-2", "e-1", "a"];
const POSITIONS = [4, 8, 2, 6, 1, 7, 5, 3];

interface Step {
  kind: "call" | "appointment" | "delete call" | "delete appointment" | "process" | "unlink";
  row: number;
  other: number;
  userId: string;
  at: number;
  length: number | null;
}

// Mostly equal distances, and calls at a window's edge.
const minute = fc.oneof(
  fc.constantFrom(0, 0, 15, -15, 30),
  fc.integer({ min: -8, max: 16 }).map((quarter) => quarter * 15),
);

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      ...([
        "call",
        "call",
        "call",
        "call",
        "appointment",
        "appointment",
        "appointment",
        "appointment",
      ] as const),
      ...(["delete call", "delete appointment", "process", "unlink"] as const),
    ),
    row: fc.nat({ max: ROWS - 1 }),
    other: fc.nat({ max: ROWS - 1 }),
    userId: fc.constantFrom("rep-1", "rep-1", "rep-1", "rep-2"),
    at: minute.map((at) => START_MS + at * MINUTE_MS),
    length: fc.constantFrom(null, 0, 15 * MINUTE_MS, 300 * MINUTE_MS),
  }),
  { minLength: 12, maxLength: 40 },
);

/** What the database has, and the pairs that no change ends: those of processed calls. */
class Model {
  readonly calls = new Map<string, RecordingFields>();
  readonly appointments = new Map<string, AppointmentFields>();
  readonly processed = new Set<string>();
  readonly unlinked = new Set<string>();
  pairs: Record<string, string> = {};

  /** Pairs everything that may change by brute force. */
  pairAll(): void {
    const kept = Object.entries(this.pairs).filter(
      ([call, appointment]) =>
        this.processed.has(call) && this.calls.has(call) && this.appointments.has(appointment),
    );
    const [keptCalls, keptAppointments] = [0, 1].map(
      (side) => new Set(kept.map((pair) => pair[side])),
    );
    const calls = [...this.calls.values()].filter(({ id }) => !keptCalls!.has(id));
    const appointments = [...this.appointments.values()].filter(
      ({ id }) => !keptAppointments!.has(id),
    );
    const pairs = pairNearestFirst(
      calls.map(({ id, userId, startedAt, position }) => ({
        id,
        rep: userId,
        at: startedAt,
        age: position,
      })),
      appointments.map(({ id, userId, eventId, startTime, endTime }) => ({
        id,
        rep: userId,
        // The reference compares UTF-16 units, whose order for these differs.
        eventId: Buffer.from(eventId).toString("hex"),
        start: startTime,
        from: startTime - 60 * MINUTE_MS,
        to: startTime + computeWindowAfterStart(startTime, endTime),
      })),
      (call, appointment) => this.unlinked.has(`${call} ${appointment}`),
    );
    this.pairs = { ...Object.fromEntries(kept), ...pairs };
  }
}

/** The rows whose pairs a step may affect, as a change of the program states them. */
interface Changed {
  recordingIds: string[];
  appointmentIds: string[];
}

const runStep = async (
  trx: Db,
  organizationId: string,
  model: Model,
  step: Step,
): Promise<Changed> => {
  const { kind, row, userId, at, length } = step;
  const [callId, appointmentId] = [`r${row}`, `a${row}`];
  const partnerOf = (id: string): string[] =>
    Object.entries(model.pairs).flatMap(([call, appointment]) =>
      call === id ? appointment : appointment === id ? call : [],
    );
  const where = (id: string) => ({ organization_id: organizationId, id });
  if (kind === "call") {
    if (model.processed.has(callId)) return { recordingIds: [], appointmentIds: [] };
    const fields = { id: callId, userId, startedAt: at, position: POSITIONS[row]! };
    if (model.calls.has(callId))
      await trx("recordings").where(where(callId)).update({ user_id: userId, started_at: at });
    else await trx("recordings").insert(buildRecordingRow(organizationId, fields));
    model.calls.set(callId, fields);
    return { recordingIds: [callId], appointmentIds: [] };
  }
  if (kind === "appointment") {
    const endTime = length === null ? null : at + length;
    const fields = { id: appointmentId, userId, eventId: EVENT_IDS[row]!, startTime: at, endTime };
    if (model.appointments.has(appointmentId)) await moveAppointment(trx, organizationId, fields);
    else await trx("appointments").insert(buildAppointmentRow(organizationId, fields));
    model.appointments.set(appointmentId, fields);
    return { recordingIds: [], appointmentIds: [appointmentId] };
  }
  if (kind === "delete call") {
    const appointmentIds = partnerOf(callId);
    await trx("recordings").where(where(callId)).delete();
    for (const key of model.unlinked) if (key.startsWith(`${callId} `)) model.unlinked.delete(key);
    model.calls.delete(callId);
    model.processed.delete(callId);
    return { recordingIds: [callId], appointmentIds };
  }
  if (kind === "delete appointment") {
    const recordingIds = partnerOf(appointmentId);
    await trx("appointments").where(where(appointmentId)).delete();
    for (const key of model.unlinked)
      if (key.endsWith(` ${appointmentId}`)) model.unlinked.delete(key);
    model.appointments.delete(appointmentId);
    return { recordingIds, appointmentIds: [appointmentId] };
  }
  if (kind === "process") {
    await trx("recordings").where(where(callId)).update({ status: "processed" });
    if (model.calls.has(callId)) model.processed.add(callId);
    return { recordingIds: [], appointmentIds: [] };
  }
  const [unlinked] = partnerOf(callId);
  if (unlinked === undefined) return { recordingIds: [], appointmentIds: [] };
  await excludePair(trx, organizationId, { recordingId: callId, appointmentId: unlinked });
  await trx("matches").where({ organization_id: organizationId, recording_id: callId }).delete();
  model.unlinked.add(`${callId} ${unlinked}`);
  delete model.pairs[callId];
  return { recordingIds: [callId], appointmentIds: [unlinked] };
};

const loadPairs = async (trx: Db, organizationId: string): Promise<Record<string, string>> => {
  const rows: { recording_id: string; appointment_id: string }[] = await trx("matches").where({
    organization_id: organizationId,
  });
  return Object.fromEntries(rows.map((row) => [row.recording_id, row.appointment_id]));
};

const NUM_RUNS = Number(process.env["PAIRING_RUNS"] ?? { sqlite: 200, postgres: 20 }[dialect]);

test.serial(
  "after each of many changes, the pairs equal a brute-force search for the nearest pair",
  async (t) => {
    t.timeout(300_000);
    const { org, server } = t.context;
    const { db } = server.services;
    for (const id of ["rep-1", "rep-2"]) await db("users").insert(buildUserRow(org.id, id));
    let displaced = 0;
    const limits = fc.record({
      maxSearches: fc.constantFrom(0, 1, 30),
      minLoadedRows: fc.constantFrom(0, 1, 1_000),
    });
    const property = fc.asyncProperty(steps, limits, async (sequence, limit) => {
      const trx = await db.transaction();
      const model = new Model();
      try {
        for (const step of sequence) {
          const before = model.pairs;
          const { recordingIds, appointmentIds } = await runStep(trx, org.id, model, step);
          const pairing = new WindowPairing(trx, org.id, limit);
          await pairing.pairAgain(recordingIds, appointmentIds);
          const unlinkedOrDeleted = new Set(
            Object.keys(before).filter((id) => !(id in model.pairs)),
          );
          const stored = model.pairs;
          model.pairAll();
          t.deepEqual(await loadPairs(trx, org.id), model.pairs, JSON.stringify(sequence));
          const ids = new Set([...Object.keys(stored), ...Object.keys(model.pairs)]);
          const changed = [...ids].filter(
            (id) =>
              model.calls.has(id) && stored[id] !== model.pairs[id] && !unlinkedOrDeleted.has(id),
          );
          if (changed.length > 1) displaced += 1;
          const expected =
            step.kind === "delete appointment"
              ? changed.filter((id) => !recordingIds.includes(id))
              : changed;
          const reported = pairing.listChangedRecordingIds();
          for (const id of expected)
            t.true(reported.includes(id), `${id} ${JSON.stringify(sequence)}`);
        }
        const all = [[...model.calls.keys()], [...model.appointments.keys()]] as const;
        const pairing = new WindowPairing(trx, org.id, limit);
        await pairing.pairAgain(...all);
        t.deepEqual(await loadPairs(trx, org.id), model.pairs, JSON.stringify(sequence));
        t.deepEqual(pairing.listChangedRecordingIds(), []);
      } finally {
        await trx.rollback();
      }
    });
    await fc.assert(property, { numRuns: NUM_RUNS });
    t.true(displaced > NUM_RUNS / 4, `${displaced}`);
  },
);
