import DataLoader from "dataloader";
import { actionItemsOf, answersOf, tagsOf } from "../db/analysis.js";
import { appointmentsOfRecordings } from "../db/appointments.js";
import { clientsByIds } from "../db/clients.js";
import type { Db } from "../db/connect.js";
import { inboundPayloads } from "../db/inbound-calls.js";
import { deliveriesByRecordings, lastDeliveries, payloadsOf } from "../db/deliveries.js";
import { candidatesAround, type CandidateRow, type Unsure } from "../db/match-candidates.js";
import { mediaOfMany } from "../db/media.js";
import { pagesByClients } from "../db/recording-lists.js";
import { recordingsByIds } from "../db/recordings.js";
import { teamMembers } from "../db/teams.js";
import { questionsOf, templatesByIds } from "../db/templates.js";
import { transcriptsOf } from "../db/transcripts.js";
import { usersByIds } from "../db/users.js";
import { webhooksByIds } from "../db/webhooks.js";

// SQLite takes 500 selects in a union; a page has at most 100 parents.
const UNION = 100;

type Query<Row> = (db: Db, organizationId: string, keys: readonly string[]) => Promise<Row[]>;

/** A place in a list. */
export interface At {
  time: number;
  id: string;
}

/** One parent's page of a list: from its beginning, or after a place in it. */
export interface PageOf {
  parent: string;
  limit: number;
  after?: At | undefined;
}

const key = ({ limit, after }: PageOf): string => `${limit} ${after?.time} ${after?.id}`;

/** How a loader is made for one request. */
type Maker<Loader> = (db: Db, organizationId: string) => Loader;

/** The same page of something for many parents; a page has its own statement if others differ. */
const pages =
  <Row>(
    query: (
      db: Db,
      organizationId: string,
      parents: string[],
      limit: number,
      after: At | undefined,
    ) => Promise<Row[]>,
    parentOf: (row: Row) => string | null,
  ): Maker<DataLoader<PageOf, Row[], string>> =>
  (db, organizationId) =>
    new DataLoader(
      async (wanted) => {
        const rows = new Map<PageOf, Row[]>();
        for (const group of Map.groupBy(wanted, key).values()) {
          const { limit, after } = group[0]!;
          const parents = group.map((page) => page.parent);
          const found = Map.groupBy(
            await query(db, organizationId, parents, limit, after),
            parentOf,
          );
          for (const page of group) rows.set(page, found.get(page.parent) ?? []);
        }
        return wanted.map((page) => rows.get(page)!);
      },
      { maxBatchSize: UNION, cacheKeyFn: (page) => `${page.parent} ${key(page)}` },
    );

const one =
  <Row>(
    query: Query<Row>,
    keyOf: (row: Row) => string,
  ): Maker<DataLoader<string, Row | undefined>> =>
  (db, organizationId) =>
    new DataLoader(async (keys) => {
      const rows = new Map((await query(db, organizationId, keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    });

const many =
  <Row>(query: Query<Row>, keyOf: (row: Row) => string): Maker<DataLoader<string, Row[]>> =>
  (db, organizationId) =>
    new DataLoader(async (keys) => {
      const found = await query(db, organizationId, keys);
      // As a rule there is one parent, and all is its own.
      if (keys.length === 1) return [found];
      const rows = Map.groupBy(found, keyOf);
      return keys.map((key) => rows.get(key) ?? []);
    });

const DAY_MS = 24 * 60 * 60_000;
const NEAR = { within: 7 * DAY_MS, limit: 20 };

/** The appointments that a recording may belong to, nearest start first. */
const candidates: Maker<DataLoader<Unsure, CandidateRow[], string>> = (db, organizationId) =>
  new DataLoader(
    async (recordings) => {
      const rows = Map.groupBy(
        await candidatesAround(db, organizationId, recordings, NEAR),
        (row) => row.candidateOf,
      );
      return recordings.map(({ id, startedAt }) => {
        const distance = (row: CandidateRow): number => Math.abs(row.startTime - startedAt);
        const found = rows.get(id) ?? [];
        return found.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAR.limit);
      });
    },
    // Two selects each.
    { maxBatchSize: UNION, cacheKeyFn: ({ id }) => id },
  );

const makers = {
  user: one(usersByIds, (row) => row.id),
  client: one(clientsByIds, (row) => row.id),
  recording: one(recordingsByIds, (row) => row.id),
  template: one(templatesByIds, (row) => row.id),
  appointmentOfRecording: one(appointmentsOfRecordings, (row) => row.recordingId),
  matchCandidates: candidates,
  transcript: one(transcriptsOf, (row) => row.recordingId),
  media: one(mediaOfMany, (row) => row.recordingId),
  actionItems: many(actionItemsOf, (row) => row.recordingId),
  answers: many(answersOf, (row) => row.recordingId),
  tags: many(tagsOf, (row) => row.recordingId),
  questions: many(questionsOf, (row) => row.templateId),
  teamMembers: many(teamMembers, (row) => row.teamId),
  webhook: one(webhooksByIds, (row) => row.id),
  payload: one(payloadsOf, (row) => row.eventId),
  inboundPayload: one(inboundPayloads, (row) => row.id),
  lastDelivery: one(lastDeliveries, (row) => row.webhookId ?? ""),
  recordingsOfClients: pages(
    (db, organizationId, clientIds, limit, after) =>
      pagesByClients(db, organizationId, clientIds, {
        status: "processed",
        limit,
        ...(after && { before: after.time }),
      }),
    (row) => row.clientId,
  ),
  deliveriesOfRecordings: pages(
    (db, organizationId, recordingIds, limit, after) =>
      deliveriesByRecordings(db, organizationId, recordingIds, {
        limit,
        ...(after && { after: { createdAt: after.time, id: after.id } }),
      }),
    (row) => row.recordingId,
  ),
};

export type Loaders = {
  readonly [Name in keyof typeof makers]: ReturnType<(typeof makers)[Name]>;
};

/** Makes each loader when it is first asked for: a request uses few of them. */
class OnFirstUse {
  private readonly made: Partial<Record<string, unknown>> = {};

  constructor(
    private readonly db: Db,
    private readonly organizationId: string,
  ) {}

  static {
    for (const [name, make] of Object.entries(makers))
      Object.defineProperty(this.prototype, name, {
        get(this: OnFirstUse) {
          return (this.made[name] ??= make(this.db, this.organizationId));
        },
      });
  }
}

/**
 * The nested edges of the graph, one statement for all parents of a page: the number of statements does
 * not depend on the number of rows. Keys of other organizations find nothing.
 */
export const createLoaders = (db: Db, organizationId: string): Loaders =>
  new OnFirstUse(db, organizationId) as unknown as Loaders;
