import type { Knex } from "knex";
import { columnList } from "./columns.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { type Placeholders, prepared } from "./prepared.js";
import {
  recordingColumns,
  type RecordingRow,
  type RecordingStatus,
  selected,
} from "./recordings.js";

const shown = {
  id: "r.id",
  position: "r.position",
  status: "r.status",
  name: "r.name",
  duration: "r.duration",
  summary: "r.summary",
  createdAt: "r.position / 1000",
};

const transcriptBytes = `(SELECT octet_length(s.utterances) FROM transcripts s
  WHERE s.organization_id = r.organization_id AND s.recording_id = r.id)`;

/** What is read of each recording of a list. */
export const forms = {
  /** What a list of recordings shows: to read all of it costs three times as much. */
  short: columnList(shown),
  /** The same of a list by when they have changed. */
  changes: columnList({
    ...shown,
    updatedPosition: "r.updated_position",
    processedPosition: "r.processed_position",
  }),
  whole: selected,
  /** With the size of what was said. */
  sized: columnList({ ...recordingColumns, transcriptBytes }),
};

export type RecordingForm = keyof typeof forms;

/**
 * Bounds are positions; `before` and those that end in After exclude, the others include. Newest first, or
 * where it is After something, in the order of that.
 */
export interface RecordingSearch {
  status: RecordingStatus;
  limit: number;
  before?: number;
  updatedAfter?: number;
  updatedTo?: number;
  processedAfter?: number;
  from?: number;
  to?: number;
  updatedSince?: number;
  userId?: string;
  clientId?: string;
  tag?: string;
}

type Values = Omit<RecordingSearch, "tag"> & { organizationId: string; tagKey?: string };

const hasTag = `EXISTS (SELECT 1 FROM recording_tags t WHERE t.organization_id = r.organization_id
  AND t.recording_id = r.id AND t.tag_key = ?)`;

const pageBy = (
  db: Db,
  values: Values | Placeholders<Values>,
  list = selected,
): Knex.QueryBuilder => {
  const { organizationId, tagKey, updatedAfter, updatedTo, processedAfter } = values;
  const isByChange = updatedAfter !== undefined || processedAfter !== undefined;
  // With a tag the index of the tags gives the order, else one of the recordings.
  const isByTag = tagKey !== undefined && !isByChange;
  const query = !isByTag
    ? db("recordings as r")
    : db("recording_tags as t")
        .where({ "t.organization_id": organizationId, "t.tag_key": tagKey })
        .join("recordings as r", (on) =>
          on.on("r.organization_id", "t.organization_id").andOn("r.id", "t.recording_id"),
        );
  query.select(list(db)).where({ "r.organization_id": organizationId, "r.status": values.status });
  const position = isByTag ? "t.position" : "r.position";
  if (values.before !== undefined) query.where(position, "<", values.before);
  if (values.from !== undefined) query.where(position, ">=", values.from);
  if (values.to !== undefined) query.where(position, "<=", values.to);
  if (values.updatedSince !== undefined)
    query.where("r.updated_position", ">=", values.updatedSince);
  if (values.userId !== undefined) query.where("r.user_id", values.userId);
  if (values.clientId !== undefined) query.where("r.client_id", values.clientId);
  query.limit(values.limit);
  if (!isByChange) return query.orderBy(position, "desc");
  if (tagKey !== undefined) query.whereRaw(hasTag, [tagKey]);
  if (updatedTo !== undefined) query.where("r.updated_position", "<=", updatedTo);
  return updatedAfter === undefined
    ? query.where("r.processed_position", ">", processedAfter!).orderBy("r.processed_position")
    : query.where("r.updated_position", ">", updatedAfter).orderBy("r.updated_position");
};

const pageIn = (form: RecordingForm) =>
  prepared<Values, SizedRecording>((db, values) => pageBy(db, values, forms[form]));

const pages = {
  short: pageIn("short"),
  changes: pageIn("changes"),
  whole: pageIn("whole"),
  sized: pageIn("sized"),
};

export type SizedRecording = RecordingRow & { transcriptBytes?: number | null };

/** Rows have only what their form has: whoever asks for them reads nothing else. */
export const pageOfRecordings = async (
  db: Db,
  organizationId: string,
  { tag, form, ...search }: RecordingSearch & { form: RecordingForm },
): Promise<SizedRecording[]> =>
  pages[form](db, {
    organizationId,
    ...search,
    ...(tag !== undefined && { tagKey: keyOf(tag) }),
  });

/** The same page for each of several clients, in one statement; rows name their client. */
export const pagesByClients = async (
  db: Db,
  organizationId: string,
  clientIds: readonly string[],
  search: Omit<RecordingSearch, "clientId" | "tag">,
): Promise<RecordingRow[]> => {
  const [first, ...rest] = clientIds.map((clientId) =>
    db.select("*").from(pageBy(db, { organizationId, ...search, clientId }).as("page")),
  );
  return first ? first.unionAll(rest) : [];
};

/** The ids of all recordings whose client this is. */
export const recordingIdsOfClient = async (
  db: Db,
  organizationId: string,
  clientId: string,
): Promise<string[]> =>
  db("recordings").where({ organization_id: organizationId, client_id: clientId }).pluck("id");
