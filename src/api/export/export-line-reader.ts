import type { GraphQLSchema } from "graphql";
import type { Db } from "../../../db/engine/connect.js";
import { type ViewerScope, withScope } from "../../../db/engine/viewer-scope.js";
import { findOrganizationById } from "../../../db/organizations/organization.js";
import { loadSyncPositions } from "../../../db/recordings/positions.js";
import { createContext } from "../../../graph/context/context.js";
import { EVENTS_LIST } from "../../../graph/webhooks/feed.js";
import { createFeedCursorEncoder } from "../../../graph/arguments/pagination.js";
import { UPDATED_RECORDINGS_LIST } from "../../../graph/recordings/feed.js";
import { formatTime } from "../../../graph/arguments/time.js";
import { compileRoute } from "../../../rest/route.js";
import { createReadOnlyServices } from "../../base/workers/read-only-services.js";
import { exportedTypes } from "./exported-types.js";

/** An export of one organization. `now`: its time in milliseconds since 1970. */
export interface ExportRequest {
  organizationId: string;
  /** The caller's scope; undefined: the whole organization. */
  scope?: ViewerScope | undefined;
  requestId: string;
  now: number;
  publicUrl: string;
}

/** Yields lines in chunks, each line with its line feed. `db` is a snapshot. */
export type ExportLineReader = (db: Db, request: ExportRequest) => AsyncGenerator<string>;

interface ExportPage {
  nodes: object[];
  nextCursor: string | null;
}

const formatLine = (type: string, value: object): string =>
  `${JSON.stringify({ type, ...value })}\n`;

/**
 * Creates a reader for an organization's data as visible to its API key. The first line contains the organization and
 * the cursors from which a sync continues; then come the objects; the last line contains the counts. An export without
 * the last line is incomplete. @throws if an operation doesn't fit the schema
 */
export const createExportLineReader = (schema: GraphQLSchema): ExportLineReader => {
  const compiled = exportedTypes.map(({ type, operation }) => ({
    type,
    run: compileRoute(schema, { method: "get", path: "/export", summary: type, operation }).run,
  }));
  return async function* readLines(db, { organizationId, scope, requestId, now, publicUrl }) {
    const services = createReadOnlyServices(db, now, publicUrl);
    const credential = { role: "integration", organizationId, ...(scope && { scope }) } as const;
    const { id, name } = (await findOrganizationById(db, organizationId))!;
    const positions = await loadSyncPositions(withScope(db, scope), organizationId);
    const encodeRecordings = createFeedCursorEncoder(UPDATED_RECORDINGS_LIST, organizationId);
    const encodeEvents = createFeedCursorEncoder(EVENTS_LIST, organizationId);
    yield formatLine("export", {
      organization: { id, name },
      exportedAt: formatTime(now),
      recordingsCursor: encodeRecordings(positions.recordings),
      eventsCursor: encodeEvents(positions.events),
    });
    const counts: Record<string, number> = {};
    for (const { type, run } of compiled) {
      counts[type] = 0;
      for (let after: string | null | undefined; after !== null;) {
        const context = createContext(services, credential, requestId);
        const { data, errors } = await run(context, after === undefined ? {} : { after });
        if (errors?.[0]) throw errors[0];
        const body = data!["body"] as object[] | ExportPage;
        const { nodes, nextCursor } = Array.isArray(body)
          ? { nodes: body, nextCursor: null }
          : body;
        if (nodes.length > 0) yield nodes.map((node) => formatLine(type, node)).join("");
        counts[type] += nodes.length;
        after = nextCursor;
      }
    }
    yield formatLine("end", { lines: counts });
  };
};
