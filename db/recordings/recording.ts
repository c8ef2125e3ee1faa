import { inList, type IdBatch } from "../engine/in-list.js";
import { createColumnList } from "../engine/column-list.js";
import type { Db } from "../engine/connect.js";
import { buildLookupKey, buildLookupKeyOrNull } from "../engine/lookup-key.js";
import { columnNames, rowColumns } from "./columns.js";
import type { RecordingRow, StoredRecording } from "./fields.js";
import { findFreePosition, allocatePosition } from "./positions.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinScope } from "../engine/viewer-scope.js";

export const selectRow = createColumnList(rowColumns);

/** Returns column values, plus the lookup keys of fields that have one. */
const toColumns = (fields: Partial<StoredRecording>): Record<string, unknown> => {
  const row: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      columnNames[field as keyof StoredRecording],
      value,
    ]),
  );
  const { callId, requestedEventId } = fields;
  if (callId !== undefined) row["call_key"] = buildLookupKeyOrNull(callId);
  if (requestedEventId !== undefined)
    row["requested_event_key"] = buildLookupKeyOrNull(requestedEventId);
  return row;
};

const prepareLookup = (column: string) =>
  prepareQuery<{ organizationId: string; value: string }, RecordingRow>(
    (db, { organizationId, value }) =>
      db("recordings as r")
        .where({ "r.organization_id": organizationId, [column]: value })
        .modify(withinScope(db, "r.user_id"))
        .first(selectRow(db)),
  );

const byId = prepareLookup("r.id");
const byCallKey = prepareLookup("r.call_key");

export const findRecordingById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<RecordingRow | undefined> => (await byId(db, { organizationId, value: id }))[0];

export const findRecordingByCallId = async (
  db: Db,
  organizationId: string,
  callId: string,
): Promise<RecordingRow | undefined> =>
  (await byCallKey(db, { organizationId, value: buildLookupKey(callId) }))[0];

const byIds = prepareQuery<IdBatch, RecordingRow>((db, { organizationId, ids }) =>
  db("recordings as r")
    .select(selectRow(db))
    .where("r.organization_id", organizationId)
    .where(inList(db, "r.id", ids))
    .modify(withinScope(db, "r.user_id")),
);

export const loadRecordingsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<RecordingRow[]> => byIds(db, { organizationId, ids });

/**
 * Inserts a recording. Call it inside `write`, so that no other change uses the position. `createdAt`: when the
 * recording was made, if that isn't now. Times are milliseconds since 1970.
 */
export const insertRecording = async (
  trx: Db,
  organizationId: string,
  { now, createdAt }: { now: number; createdAt?: number | null | undefined },
  fields: Partial<StoredRecording> & { id: string },
): Promise<void> => {
  const position = await findFreePosition(trx, organizationId, (createdAt ?? now) * 1000);
  await trx("recordings").insert({
    organization_id: organizationId,
    closed: 0,
    updated_position: await allocatePosition(trx, organizationId, now),
    ...toColumns({
      ...fields,
      position,
      ...(typeof createdAt === "number" && { backfilledAt: now }),
    }),
  });
};

/** Updates fields and updatedAt. Without fields, it records a change to the recording's data in another table. */
export const updateRecording = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<Omit<StoredRecording, "updatedPosition" | "processedPosition">>,
  now: number,
): Promise<void> => {
  const position = await allocatePosition(trx, organizationId, now);
  await trx("recordings")
    .where({ organization_id: organizationId, id })
    .update({
      ...toColumns({ ...changes, updatedPosition: position }),
      ...(changes.status === "processed" && {
        processed_position: trx.raw("coalesce(processed_position, ?)", [position]),
      }),
    });
};
