import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";
import { allocatePosition } from "../recordings/positions.js";

/** Inserts an event with the exact payload as text. */
export const insertEvent = async (
  trx: Db,
  organizationId: string,
  event: {
    id: string;
    event: string;
    recordingId: string | null;
    payload: string;
    test: boolean;
    now: number;
  },
): Promise<void> => {
  await trx("events").insert({
    organization_id: organizationId,
    id: event.id,
    event: event.event,
    recording_id: event.recordingId,
    payload: event.payload,
    test: event.test ? 1 : 0,
    position: await allocatePosition(trx, organizationId, event.now),
  });
};

/** An event without its payload, which can be long. */
export interface EventRow {
  id: string;
  event: string;
  recordingId: string | null;
  /** Creation time in microseconds: the order of the organization's changes. */
  position: number;
  bytes: number;
}

interface EventSearch {
  after: number;
  limit: number;
  event?: string;
}

const pageQuery = prepareQuery<EventSearch & { organizationId: string }, EventRow>(
  (db, { organizationId, after, event, limit }) => {
    const query = db("events")
      .select({ id: "id", event: "event", recordingId: "recording_id", position: "position" })
      .select(db.raw("octet_length(payload) AS bytes"))
      .where("organization_id", organizationId)
      .where("position", ">", after)
      .whereRaw("test = 0")
      .modify(withinRecordingScope(db, organizationId, "events.recording_id"));
    if (event !== undefined) query.where("event", event);
    return query.orderBy("position").limit(limit);
  },
);

/** Lists events in commit order, without test events. */
export const listEvents = async (
  db: Db,
  organizationId: string,
  search: EventSearch,
): Promise<EventRow[]> => pageQuery(db, { organizationId, ...search });

/** Loads the payloads of events, as text. */
export const loadEventPayloads = async (
  db: Db,
  organizationId: string,
  eventIds: readonly string[],
): Promise<{ eventId: string; payload: string }[]> =>
  db("events")
    .select({ eventId: "id", payload: "payload" })
    .where("organization_id", organizationId)
    .where(inList(db, "id", eventIds))
    .modify(withinRecordingScope(db, organizationId, "events.recording_id"));
