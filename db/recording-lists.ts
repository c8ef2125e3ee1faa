import type { Knex } from "knex";
import { columnList } from "./columns.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { type Placeholders, prepared } from "./prepared.js";
import { type RecordingRow, type RecordingStatus, selected } from "./recordings.js";

/** What a list of recordings shows: to read all of it costs three times as much. */
const short = columnList({
  id: "r.id",
  position: "r.position",
  status: "r.status",
  name: "r.name",
  duration: "r.duration",
  summary: "r.summary",
  createdAt: "r.position / 1000",
});

/** Bounds are positions; `before` excludes, the others include. */
export interface RecordingSearch {
  status: RecordingStatus;
  limit: number;
  before?: number;
  from?: number;
  to?: number;
  updatedSince?: number;
  userId?: string;
  clientId?: string;
  tag?: string;
}

type Values = Omit<RecordingSearch, "tag"> & { organizationId: string; tagKey?: string };

const pageBy = (
  db: Db,
  values: Values | Placeholders<Values>,
  list = selected,
): Knex.QueryBuilder => {
  const { organizationId, tagKey } = values;
  // With a tag the index of the tags gives the order, else one of the recordings.
  const query =
    tagKey === undefined
      ? db("recordings as r")
      : db("recording_tags as t")
          .where({ "t.organization_id": organizationId, "t.tag_key": tagKey })
          .join("recordings as r", (on) =>
            on.on("r.organization_id", "t.organization_id").andOn("r.id", "t.recording_id"),
          );
  query.select(list(db)).where({ "r.organization_id": organizationId, "r.status": values.status });
  const position = tagKey === undefined ? "r.position" : "t.position";
  if (values.before !== undefined) query.where(position, "<", values.before);
  if (values.from !== undefined) query.where(position, ">=", values.from);
  if (values.to !== undefined) query.where(position, "<=", values.to);
  if (values.updatedSince !== undefined)
    query.where("r.updated_position", ">=", values.updatedSince);
  if (values.userId !== undefined) query.where("r.user_id", values.userId);
  if (values.clientId !== undefined) query.where("r.client_id", values.clientId);
  return query.orderBy(position, "desc").limit(values.limit);
};

const page = prepared<Values, RecordingRow>((db, values) => pageBy(db, values));
const shortPage = prepared<Values, RecordingRow>((db, values) => pageBy(db, values, short));

/** Newest first. Short rows have only what a list shows: whoever asks for them reads nothing else. */
export const pageOfRecordings = async (
  db: Db,
  organizationId: string,
  { tag, short: isShort, ...search }: RecordingSearch & { short?: boolean },
): Promise<RecordingRow[]> =>
  (isShort ? shortPage : page)(db, {
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
