import { ReadBudgetError } from "../../../db/engine/read-limit.js";
import { listAppointments } from "../../../db/appointments/appointment.js";
import { listClients } from "../../../db/clients/client.js";
import { listThreads } from "../../../db/comments/comment.js";
import { listAuditEntries } from "../../../db/organizations/audit-log.js";
import { listRecordings } from "../../../db/recordings/list.js";
import { listDeliveries } from "../../../db/webhooks/deliveries.js";
import type { Db } from "../../../db/engine/connect.js";
import { type ViewerScope, withScope } from "../../../db/engine/viewer-scope.js";
import { Failure, invalidField } from "../../../graph/core/errors.js";
import type { ListQuery, ScannedList } from "../../../graph/core/scans.js";
import { loadSearchPage } from "../../../graph/search/page.js";
import { loadStatsReport } from "../../../graph/stats/report.js";

type LoadPage = (db: Db, organizationId: string, search: object) => Promise<object[]>;

const loadersByList = {
  recordings: listRecordings,
  appointments: listAppointments,
  clients: listClients,
  comments: listThreads,
  deliveries: listDeliveries,
  auditEntries: listAuditEntries,
} satisfies Record<ScannedList, unknown>;

/** Loads a page of a list. */
export const loadListPage = async (
  db: Db,
  { organizationId, list, search }: ListQuery,
): Promise<object[]> => (loadersByList[list] as LoadPage)(db, organizationId, search);

/** Runs a read on what the viewer in its query may see. */
const inScope =
  <Query extends { scope?: ViewerScope | undefined }, Result>(
    read: (db: Db, query: Query) => Promise<Result>,
  ) =>
  async (db: Db, query: Query): Promise<Result> =>
    read(withScope(db, query.scope), query);

/** The reads that take too long for the main thread. */
export const longReads = {
  stats: inScope(loadStatsReport),
  search: inScope(loadSearchPage),
  list: inScope(loadListPage),
};

export type LongReadName = keyof typeof longReads;

export type LongReadQuery<Name extends LongReadName> = Parameters<(typeof longReads)[Name]>[1];

/** A year's statistics take about 30 ms, a search for the most common word of 100,000 recordings 170 ms. */
export const READ_BUDGET_MS = 2_000;

const buildFailure = {
  stats: () =>
    new Failure(
      "UNAVAILABLE",
      "The statistics need too much work; ask for a shorter time, or for fewer users and tags",
    ),
  list: () => new Failure("UNAVAILABLE", "The list needs too much work; use fewer filters at once"),
  search: () =>
    invalidField("search", "needs too much work; use longer or fewer words, or a shorter time"),
} satisfies Record<LongReadName, () => Failure>;

/** Returns the failure for a read that has used up its budget, and all other errors as they are. */
export const toReadFailure = (name: LongReadName, error: unknown): unknown =>
  error instanceof ReadBudgetError ? buildFailure[name]() : error;
