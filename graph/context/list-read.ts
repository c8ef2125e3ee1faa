import { listActionItems } from "../../db/analysis/action-items.js";
import { listAppointments } from "../../db/appointments/appointment.js";
import { listClients } from "../../db/clients/client.js";
import { searchClients } from "../../db/clients/search.js";
import { listClips } from "../../db/clips/clip.js";
import { listThreads } from "../../db/comments/comment.js";
import type { Db } from "../../db/engine/connect.js";
import { listAuditEntries } from "../../db/organizations/audit-log.js";
import { listRecordings } from "../../db/recordings/list.js";
import { listDeliveries } from "../../db/webhooks/deliveries.js";
import { Failure } from "../core/errors.js";
import type { LongQuery, LongRead } from "../core/long-reads.js";

/** The lists whose filters can't use an index. */
const lists = {
  recordings: listRecordings,
  appointments: listAppointments,
  clients: listClients,
  clientSearch: searchClients,
  clips: listClips,
  comments: listThreads,
  actionItems: listActionItems,
  deliveries: listDeliveries,
  auditEntries: listAuditEntries,
};

export type ScannedList = keyof typeof lists;

/** A page of a list that scans. `search`: the argument of the list's function in `db`. */
export interface ListQuery extends LongQuery {
  list: ScannedList;
  search: object;
}

type LoadPage = (db: Db, organizationId: string, search: object) => Promise<object[]>;

/** Reads a page that must scan many rows. */
export const listRead: LongRead<ListQuery, object[]> = {
  name: "list",
  load: async (db, { organizationId, list, search }) =>
    (lists[list] as LoadPage)(db, organizationId, search),
  buildFailure: () =>
    new Failure(
      "UNAVAILABLE",
      "The list needs too much work; use fewer filters at once, a shorter time or another order",
    ),
};
