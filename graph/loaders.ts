import DataLoader from "dataloader";
import { actionItemsOf, answersOf, tagsOf } from "../db/analysis.js";
import { appointmentsOfRecordings } from "../db/appointments.js";
import { clientsByIds } from "../db/clients.js";
import type { Db } from "../db/connect.js";
import { pagesByClients, type RecordingRow, recordingsByIds } from "../db/recordings.js";
import { teamMembers } from "../db/teams.js";
import { questionsOf, templatesByIds } from "../db/templates.js";
import { transcriptsOf } from "../db/transcripts.js";
import { usersByIds } from "../db/users.js";

// SQLite takes 500 selects in a union; a page has at most 100 parents.
const UNION = 100;

type Query<Row> = (db: Db, organizationId: string, keys: readonly string[]) => Promise<Row[]>;

/** The first page of a client's recordings, or the one before a position. */
export interface ClientPage {
  clientId: string;
  limit: number;
  before?: number | undefined;
}

/**
 * The nested edges of the graph, one statement for all parents of a page: the number of statements does
 * not depend on the number of rows. Keys of other organizations find nothing.
 */
export const createLoaders = (db: Db, organizationId: string) => {
  const one = <Row>(query: Query<Row>, keyOf: (row: Row) => string) =>
    new DataLoader<string, Row | undefined>(async (keys) => {
      const rows = new Map((await query(db, organizationId, keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    });

  const many = <Row>(query: Query<Row>, keyOf: (row: Row) => string) =>
    new DataLoader<string, Row[]>(async (keys) => {
      const rows = Map.groupBy(await query(db, organizationId, keys), keyOf);
      return keys.map((key) => rows.get(key) ?? []);
    });

  const recordingsOfClients = new DataLoader<ClientPage, RecordingRow[], string>(
    async (pages) => {
      // One statement for each different page asked for, which is one in any ordinary query.
      const groups = Map.groupBy(pages, ({ limit, before }) => `${limit} ${before}`);
      const rows = new Map<ClientPage, RecordingRow[]>();
      for (const group of groups.values()) {
        const { limit, before } = group[0]!;
        const found = Map.groupBy(
          await pagesByClients(
            db,
            organizationId,
            group.map((page) => page.clientId),
            { status: "processed", limit, ...(before !== undefined && { before }) },
          ),
          (row) => row.clientId,
        );
        for (const page of group) rows.set(page, found.get(page.clientId) ?? []);
      }
      return pages.map((page) => rows.get(page)!);
    },
    {
      maxBatchSize: UNION,
      cacheKeyFn: ({ clientId, limit, before }) => `${clientId} ${limit} ${before}`,
    },
  );

  return {
    user: one(usersByIds, (row) => row.id),
    client: one(clientsByIds, (row) => row.id),
    recording: one(recordingsByIds, (row) => row.id),
    template: one(templatesByIds, (row) => row.id),
    appointmentOfRecording: one(appointmentsOfRecordings, (row) => row.recordingId),
    transcript: many(transcriptsOf, (row) => row.recordingId),
    actionItems: many(actionItemsOf, (row) => row.recordingId),
    answers: many(answersOf, (row) => row.recordingId),
    tags: many(tagsOf, (row) => row.recordingId),
    questions: many(questionsOf, (row) => row.templateId),
    teamMembers: many(teamMembers, (row) => row.teamId),
    recordingsOfClients,
  };
};

export type Loaders = ReturnType<typeof createLoaders>;
