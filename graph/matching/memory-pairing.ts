import type { Db } from "../../db/engine/connect.js";
import { hasExclusions, openAppointments, openRecordings } from "../../db/matching/open-rows.js";
import {
  findLongestWindowAfterStart,
  type RematchableAppointment,
  type RematchableRecording,
} from "../../db/matching/rematchable.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import { buildAppointment, buildRecording, type NewRow, type OpenRow } from "./open-row.js";
import { OpenSide } from "./open-side.js";
import { WINDOW_BEFORE_START_MS } from "./windows.js";

/** A statement for fewer rows costs the same. */
export const MIN_LOADED_ROWS = 1_000;
const STEPS_PER_TURN = 2_000;
const MAX_TIME_MS = Number.MAX_SAFE_INTEGER;

type Kind = "recording" | "appointment";
const OTHER = { recording: "appointment", appointment: "recording" } as const;

/** A recording whose match differs from the database. */
export interface ChangedPair {
  recordingId: string;
  storedAppointmentId: string | null;
  appointmentId: string | null;
}

/**
 * Pairs a user's rows in memory, by the rule of `WindowPairing`. Loads the rows around a search, and more if the search
 * finds no partner among them. Writes nothing.
 */
export class MemoryPairing {
  readonly #trx: Db;
  readonly #organizationId: string;
  readonly #userId: string;
  readonly #newlyPairedIds: ReadonlySet<string>;
  readonly #minLoadedRows: number;
  readonly #rows = {
    recording: new Map<string, OpenRow>(),
    appointment: new Map<string, OpenRow>(),
  };
  readonly #sides = { recording: new OpenSide("loaded"), appointment: new OpenSide("loaded") };
  readonly #waiting = { recording: new OpenSide("waiting"), appointment: new OpenSide("waiting") };
  readonly #exclusions = new Set<string>();
  readonly #touched = new Set<OpenRow>();
  #hasExclusions: boolean | undefined;
  #longestWindowAfterStartMs: number | undefined;
  #steps = 0;

  /**
   * `newlyPairedIds`: the recordings that this change has paired. Their match isn't final, even if they are processed.
   */
  constructor(
    trx: Db,
    organizationId: string,
    userId: string,
    newlyPairedIds: ReadonlySet<string>,
    minLoadedRows: number,
  ) {
    this.#minLoadedRows = minLoadedRows;
    this.#trx = trx;
    this.#organizationId = organizationId;
    this.#userId = userId;
    this.#newlyPairedIds = newlyPairedIds;
  }

  /** Adds free rows that the change pairs later: until then, searches skip them. */
  addWaiting(recordings: RematchableRecording[], appointments: RematchableAppointment[]): void {
    const added = {
      recording: recordings.map((row) => this.#add("recording", buildRecording(row))),
      appointment: appointments.map((row) => this.#add("appointment", buildAppointment(row))),
    };
    this.#rankAppointments();
    for (const kind of ["recording", "appointment"] as const) {
      for (const row of added[kind]) row.isWaiting = true;
      this.#waiting[kind].rebuild(added[kind]);
      Object.assign(this.#waiting[kind], { from: -Infinity, to: Infinity });
    }
  }

  /** Pairs a free appointment, and the appointments that it displaces. */
  async pairAppointment(added: RematchableAppointment): Promise<void> {
    await this.#pairInOrder("appointment", buildAppointment(added));
  }

  /** Pairs a free recording, and the recordings that it displaces. */
  async pairRecording(added: RematchableRecording): Promise<void> {
    this.#longestWindowAfterStartMs ??= await findLongestWindowAfterStart(
      this.#trx,
      this.#organizationId,
      this.#userId,
    );
    await this.#pairInOrder("recording", buildRecording(added));
  }

  /** Lists the recordings whose match differs from the database. */
  listChanged(): ChangedPair[] {
    return [...this.#touched].flatMap(({ id, partner, storedPartnerId }) => {
      const appointmentId = partner?.id ?? null;
      return appointmentId === storedPartnerId
        ? []
        : { recordingId: id, storedAppointmentId: storedPartnerId, appointmentId };
    });
  }

  /**
   * Pairs a row. Waiting rows that are nearer to the found row go first, so that a waiting row never displaces a paired
   * one.
   */
  async #pairInOrder(kind: Kind, fields: NewRow): Promise<void> {
    const known = this.#rows[kind].get(fields.id);
    // It was paired before another row.
    if (known && !known.isWaiting) return;
    const rows = [known ?? this.#addRanked(kind, fields)];
    for (let row = rows.at(-1); row; row = rows.at(-1)) {
      const found = await this.#find(kind, row);
      const nearest = found && row.isWaiting ? this.#findWaiting(kind, found) : row;
      if (nearest && nearest !== row) rows.push(nearest);
      else {
        rows.pop();
        row.isWaiting = false;
        this.#sides[kind].update(row);
        this.#waiting[kind].update(row);
        await this.#pair(kind, row);
      }
      await this.#countStep();
    }
  }

  /** Pairs a row, and follows the rows of its kind that it displaces. */
  async #pair(kind: Kind, added: OpenRow): Promise<void> {
    const own = this.#sides[kind];
    for (let row: OpenRow | undefined = added; row;) {
      const found = await this.#find(kind, row);
      if (!found) return;
      const displaced: OpenRow | undefined = found.partner;
      if (displaced) displaced.partner = undefined;
      [row.partner, found.partner] = [found, row];
      this.#sides[OTHER[kind]].update(found);
      own.update(row);
      if (displaced) own.update(displaced);
      const recordings = kind === "recording" ? [row, displaced] : [found];
      for (const recording of recordings) if (recording) this.#touched.add(recording);
      row = displaced;
      await this.#countStep();
    }
  }

  /** Finds the row that a row of this kind pairs with. */
  async #find(kind: Kind, row: OpenRow): Promise<OpenRow | undefined> {
    const side = this.#sides[OTHER[kind]];
    const range = this.#resolveRange(kind, row);
    if (!range) return undefined;
    if (side.isEmpty) Object.assign(side, { from: row.start, to: row.start - 1, isEmpty: false });
    while (side.to < row.start) await this.#load(OTHER[kind], "asc");
    while (side.from > row.start) await this.#load(OTHER[kind], "desc");
    for (;;) {
      const found = side.find(row, range, this.#createExclusionCheck(kind, row));
      if (typeof found !== "string") return found;
      await this.#load(OTHER[kind], found);
    }
  }

  /** Finds the waiting row of this kind that is nearest to a found row. */
  #findWaiting(kind: Kind, found: OpenRow): OpenRow | undefined {
    const range =
      kind === "recording"
        ? this.#resolveRange("appointment", found)!
        : { earliest: -Infinity, latest: found.start + WINDOW_BEFORE_START_MS };
    const check = this.#createExclusionCheck(OTHER[kind], found);
    return this.#waiting[kind].find(found, range, check) as OpenRow | undefined;
  }

  /** Returns the starts with which a row can pair; undefined without appointments. */
  #resolveRange(
    kind: Kind,
    { start, reachMs }: OpenRow,
  ): { earliest: number; latest: number } | undefined {
    if (kind === "appointment")
      return { earliest: start - WINDOW_BEFORE_START_MS, latest: start + reachMs };
    const longest = this.#longestWindowAfterStartMs;
    return longest === undefined
      ? undefined
      : { earliest: start - longest, latest: start + WINDOW_BEFORE_START_MS };
  }

  #createExclusionCheck(kind: Kind, row: OpenRow): (other: OpenRow) => boolean {
    const exclusions = this.#exclusions;
    if (exclusions.size === 0) return () => true;
    return kind === "recording"
      ? (other) => !exclusions.has(`${row.id} ${other.id}`)
      : (other) => !exclusions.has(`${other.id} ${row.id}`);
  }

  async #countStep(): Promise<void> {
    this.#steps += 1;
    if (this.#steps % STEPS_PER_TURN === 0) await yieldToEventLoop();
  }

  /** Loads more rows of a side in one direction, so that four times as many are loaded in total. */
  async #load(kind: Kind, direction: "asc" | "desc"): Promise<void> {
    const side = this.#sides[kind];
    const user = { organizationId: this.#organizationId, userId: this.#userId };
    const isLater = direction === "asc";
    const rest = isLater
      ? { from: side.to + 1, to: MAX_TIME_MS }
      : { from: -MAX_TIME_MS, to: side.from - 1 };
    const loader = kind === "recording" ? openRecordings : openAppointments;
    const skipped = Math.max(this.#minLoadedRows, 3 * side.rows.length);
    const bound = await loader.findBound(direction, this.#trx, { ...user, ...rest, skipped });
    const range = {
      ...user,
      ...rest,
      ...(bound !== undefined && { [isLater ? "to" : "from"]: bound }),
    };
    const rows =
      kind === "recording"
        ? await this.#loadRecordings(range)
        : await this.#loadAppointments(range);
    this.#hasExclusions ??= await hasExclusions(this.#trx, this.#organizationId);
    if (this.#hasExclusions)
      for (const pair of await loader.loadExclusions(this.#trx, range))
        this.#exclusions.add(`${pair.recordingId} ${pair.appointmentId}`);
    if (isLater) side.to = range.to;
    else side.from = range.from;
    const other = this.#sides[OTHER[kind]];
    this.#rankAppointments();
    side.rebuild([...side.rows, ...rows]);
    other.rebuild([...other.rows]);
  }

  async #loadRecordings(range: Parameters<typeof openRecordings.load>[1]): Promise<OpenRow[]> {
    return (await openRecordings.load(this.#trx, range)).map((row) => {
      const isFinal = this.#isFinal(row, row.id);
      const isKnown = this.#rows.recording.has(row.id);
      const recording = this.#add("recording", buildRecording(row));
      recording.isFinal = isFinal;
      if (isKnown || isFinal || row.appointmentId === null) return recording;
      const appointment = buildAppointment({
        id: row.appointmentId,
        eventId: row.partnerEventId,
        startTime: row.partnerStartTime,
        windowAfterStartMs: row.partnerWindowAfterStartMs,
      });
      this.#join(recording, this.#add("appointment", appointment));
      return recording;
    });
  }

  async #loadAppointments(range: Parameters<typeof openAppointments.load>[1]): Promise<OpenRow[]> {
    return (await openAppointments.load(this.#trx, range)).map((row) => {
      const isFinal = row.recordingId !== null && this.#isFinal(row, row.recordingId);
      const isKnown = this.#rows.appointment.has(row.id);
      const appointment = this.#add("appointment", buildAppointment(row));
      appointment.isFinal = isFinal;
      if (isKnown || isFinal || row.recordingId === null) return appointment;
      const recording = buildRecording({
        id: row.recordingId,
        startedAt: row.partnerStartedAt,
        position: row.partnerPosition,
      });
      this.#join(this.#add("recording", recording), appointment);
      return appointment;
    });
  }

  #isFinal(
    {
      isFinal,
      userId,
      partnerUserId,
    }: { isFinal: number; userId: string; partnerUserId: string | null },
    recordingId: string,
  ): boolean {
    if (partnerUserId !== null && partnerUserId !== userId) return true;
    return isFinal === 1 && !this.#newlyPairedIds.has(recordingId);
  }

  #join(recording: OpenRow, appointment: OpenRow): void {
    recording.partner = appointment;
    recording.storedPartnerId = appointment.id;
    appointment.partner = recording;
  }

  #add(kind: Kind, fields: NewRow): OpenRow {
    const known = this.#rows[kind].get(fields.id);
    if (known) return known;
    const row = {
      ...fields,
      partner: undefined,
      storedPartnerId: null,
      isFinal: false,
      isWaiting: false,
      places: { loaded: -1, waiting: -1 },
    };
    this.#rows[kind].set(row.id, row);
    return row;
  }

  #addRanked(kind: Kind, fields: NewRow): OpenRow {
    const row = this.#add(kind, fields);
    this.#rankAppointments();
    for (const side of Object.values(this.#sides)) side.rebuild([...side.rows]);
    return row;
  }

  #rankAppointments(): void {
    const rows = [...this.#rows.appointment.values()].sort((a, b) =>
      a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0,
    );
    for (const [rank, row] of rows.entries()) row.tie = rank;
  }
}
