import type { Db } from "../../db/engine/connect.js";
import {
  deleteMatches,
  insertMatch,
  insertWindowMatches,
  replaceMatch,
} from "../../db/matching/matches.js";
import type { NearestScope } from "../../db/matching/nearest.js";
import {
  findLongestWindowAfterStart,
  loadRematchableAppointmentsByIds,
  loadRematchableRecordingsByIds,
  type RematchableAppointment,
  type RematchableRecording,
} from "../../db/matching/rematchable.js";
import { runInPieces } from "../turns/in-pieces.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import { MemoryPairing, MIN_LOADED_ROWS } from "./memory-pairing.js";
import { compareCodePoints, findAppointmentFor, findRecordingFor } from "./pair-search.js";

/** A search by statements can read thousands of rows whose pairs stay; a search in memory skips them. */
const MAX_SEARCHES = 30;
const SEARCHES_PER_TURN = 8;

/**
 * Pairs recordings with appointments, each side once: nearest start first, ties by the smaller event id, then the older
 * recording. The stored pairs follow this rule, so a change pairs its own rows only: each takes the nearest row that is
 * free or farther from its partner. A displaced row then continues its own search. After
 * `maxSearches`, it continues in memory and writes the rest at the end.
 */
export class WindowPairing {
  readonly #trx: Db;
  readonly #organizationId: string;
  /** The recordings' appointments before the change and now. */
  readonly #before = new Map<string, string | null>();
  readonly #now = new Map<string, string | null>();
  readonly #newlyPairedIds = new Set<string>();
  readonly #maxSearches: number;
  readonly #minLoadedRows: number;
  readonly #memories = new Map<string, MemoryPairing>();
  #searches = 0;
  /** The rows to pair. The other rows are paired without them. */
  #recordings: RematchableRecording[] = [];
  #appointments: RematchableAppointment[] = [];

  constructor(
    trx: Db,
    organizationId: string,
    { maxSearches = MAX_SEARCHES, minLoadedRows = MIN_LOADED_ROWS } = {},
  ) {
    this.#minLoadedRows = minLoadedRows;
    this.#maxSearches = maxSearches;
    this.#trx = trx;
    this.#organizationId = organizationId;
  }

  /** Lists the recordings whose appointment has changed. */
  listChangedRecordingIds(): string[] {
    return [...this.#now].flatMap(([id, now]) => (now === this.#before.get(id) ? [] : id));
  }

  /** Pairs these rows again after they have changed. Leaves out rows that can't have a window match. */
  async pairAgain(recordingIds: Iterable<string>, appointmentIds: Iterable<string>): Promise<void> {
    await this.#load(new Set(recordingIds), new Set(appointmentIds));
    for (const { id, appointmentId } of this.#recordings) this.#note(id, appointmentId, null);
    await this.#deleteMatches(
      this.#recordings.flatMap(({ id, appointmentId }) => (appointmentId === null ? [] : id)),
    );
    // Each row needs at least one search.
    if (this.#recordings.length + this.#appointments.length > this.#maxSearches)
      this.#searches = this.#maxSearches;
    // In tie order, so that few rows with the same start displace each other.
    this.#appointments.sort((a, b) => compareCodePoints(b.eventId, a.eventId));
    this.#recordings.sort((a, b) => b.position - a.position);
    for (let next = this.#appointments.pop(); next; next = this.#appointments.pop())
      await this.#pairAppointment(next);
    for (let next = this.#recordings.pop(); next; next = this.#recordings.pop())
      await this.#pairRecording(next);
    await this.#storeMemories();
  }

  /** Loads these rows and their partners, and separates them. */
  async #load(recordingIds: Set<string>, appointmentIds: Set<string>): Promise<void> {
    const loadRecordings = async (ids: string[]): Promise<RematchableRecording[]> =>
      loadRematchableRecordingsByIds(this.#trx, this.#organizationId, ids);
    const loadAppointments = async (ids: string[]): Promise<RematchableAppointment[]> =>
      loadRematchableAppointmentsByIds(this.#trx, this.#organizationId, ids);
    const recordings = await loadRecordings([...recordingIds]);
    const appointments = await loadAppointments([...appointmentIds]);
    const otherRecordingIds = appointments.flatMap(({ recordingId: id }) =>
      id === null || recordingIds.has(id) ? [] : id,
    );
    const otherAppointmentIds = recordings.flatMap(({ appointmentId: id }) =>
      id === null || appointmentIds.has(id) ? [] : id,
    );
    this.#recordings = [...recordings, ...(await loadRecordings(otherRecordingIds))];
    this.#appointments = [...appointments, ...(await loadAppointments(otherAppointmentIds))];
  }

  async #pairAppointment(added: RematchableAppointment): Promise<void> {
    let lost: RematchableRecording | undefined;
    for (let appointment: RematchableAppointment | undefined = added; appointment;) {
      if (this.#searches >= this.#maxSearches)
        return this.#createMemory(appointment.userId).pairAppointment(appointment);
      await this.#countSearch();
      const found = await findRecordingFor(
        this.#trx,
        this.#organizationId,
        appointment,
        lost,
        this.#buildScope(this.#recordings),
      );
      if (!found) return;
      const { row, displaced } = found;
      const pair = { recordingId: row.id, appointmentId: appointment.id };
      this.#note(row.id, row.appointmentId, appointment.id);
      await this.#store(pair, displaced && "appointment");
      [appointment, lost] = [displaced, row];
    }
  }

  async #pairRecording(added: RematchableRecording): Promise<void> {
    if (this.#searches >= this.#maxSearches)
      return this.#createMemory(added.userId).pairRecording(added);
    const longestWindowAfterStartMs = await findLongestWindowAfterStart(
      this.#trx,
      this.#organizationId,
      added.userId,
    );
    if (longestWindowAfterStartMs === undefined) return;
    let lost: RematchableAppointment | undefined;
    for (let recording: RematchableRecording | undefined = added; recording;) {
      if (this.#searches >= this.#maxSearches)
        return this.#createMemory(recording.userId).pairRecording(recording);
      await this.#countSearch();
      const found = await findAppointmentFor(this.#trx, this.#organizationId, recording, lost, {
        ...this.#buildScope(this.#appointments),
        longestWindowAfterStartMs,
      });
      if (!found) return;
      const { row, displaced } = found;
      const pair = { recordingId: recording.id, appointmentId: row.id };
      this.#note(recording.id, recording.appointmentId, row.id);
      if (displaced) this.#note(displaced.id, row.id, null);
      await this.#store(pair, displaced && "recording");
      [recording, lost] = [displaced, row];
    }
  }

  async #countSearch(): Promise<void> {
    this.#searches += 1;
    if (this.#searches % SEARCHES_PER_TURN === 0) await yieldToEventLoop();
  }

  #createMemory(userId: string): MemoryPairing {
    const known = this.#memories.get(userId);
    if (known) return known;
    const memory = new MemoryPairing(
      this.#trx,
      this.#organizationId,
      userId,
      this.#newlyPairedIds,
      this.#minLoadedRows,
    );
    const isOfUser = (row: { userId: string }): boolean => row.userId === userId;
    memory.addWaiting(this.#recordings.filter(isOfUser), this.#appointments.filter(isOfUser));
    this.#memories.set(userId, memory);
    return memory;
  }

  /** Writes the pairs made in memory. */
  async #storeMemories(): Promise<void> {
    const changed = [...this.#memories.values()].flatMap((memory) => memory.listChanged());
    this.#memories.clear();
    // Deletes all old matches before an appointment gets a new one.
    await this.#deleteMatches(
      changed.flatMap((pair) => (pair.storedAppointmentId === null ? [] : pair.recordingId)),
    );
    const pairs = changed.flatMap(({ recordingId, storedAppointmentId, appointmentId }) => {
      this.#note(recordingId, storedAppointmentId, appointmentId);
      return appointmentId === null ? [] : { recordingId, appointmentId };
    });
    await runInPieces(pairs, async (piece) =>
      insertWindowMatches(this.#trx, this.#organizationId, piece),
    );
  }

  async #deleteMatches(recordingIds: readonly string[]): Promise<void> {
    await runInPieces(recordingIds, async (piece) =>
      deleteMatches(this.#trx, this.#organizationId, piece),
    );
  }

  #buildScope(absent: readonly { id: string }[]): NearestScope {
    return { absentIds: absent.map(({ id }) => id), newlyPairedIds: [...this.#newlyPairedIds] };
  }

  /** Notes a recording's appointment. `before` counts only once. */
  #note(recordingId: string, before: string | null, now: string | null): void {
    if (!this.#before.has(recordingId)) {
      this.#before.set(recordingId, before);
      if (before === null) this.#newlyPairedIds.add(recordingId);
    }
    this.#now.set(recordingId, now);
  }

  async #store(
    pair: { recordingId: string; appointmentId: string },
    added: "recording" | "appointment" | undefined,
  ): Promise<void> {
    if (added) await replaceMatch(this.#trx, this.#organizationId, pair, added);
    else await insertMatch(this.#trx, this.#organizationId, { ...pair, method: "window" });
  }
}
