import DataLoader from "dataloader";
import { loadActionItems, loadAnswers, loadTagsByRecordings } from "../../db/analysis/analysis.js";
import { loadAppointmentsByRecordings } from "../../db/appointments/appointment.js";
import { loadClientsByIds } from "../../db/clients/client.js";
import type { Db } from "../../db/engine/connect.js";
import { loadInboundPayloads } from "../../db/dialers/inbound-calls.js";
import { listDeliveriesByRecordings, loadLastDeliveries } from "../../db/webhooks/deliveries.js";
import { loadEventPayloads } from "../../db/webhooks/events.js";
import {
  loadMatchCandidates,
  type CandidateRow,
  type CandidateTarget,
} from "../../db/matching/candidates.js";
import { loadMediaByRecordings } from "../../db/recordings/media.js";
import { listRecordingsByClients } from "../../db/recordings/list.js";
import { loadRecordingsByIds } from "../../db/recordings/recording.js";
import { loadTeamMembers } from "../../db/people/teams.js";
import { loadQuestions, loadTemplatesByIds } from "../../db/analysis/templates.js";
import { loadTranscripts } from "../../db/recordings/transcript.js";
import { loadUsersByIds } from "../../db/people/users.js";
import { loadWebhooksByIds } from "../../db/webhooks/webhook.js";

// SQLite allows 500 selects in a union; a page has at most 100 parents.
const MAX_UNION_PARENTS = 100;

type LoaderQuery<Row> = (db: Db, organizationId: string, keys: readonly string[]) => Promise<Row[]>;

/** A position in a list. */
export interface Keyset {
  time: number;
  id: string;
}

/** One parent's page of a list: the first page, or the page after a position. */
interface ParentPage {
  parent: string;
  limit: number;
  after?: Keyset | undefined;
}

const formatPageKey = ({ limit, after }: ParentPage): string =>
  `${limit} ${after?.time} ${after?.id}`;

/** Creates a loader for one request. */
type LoaderFactory<Loader> = (db: Db, organizationId: string) => Loader;

/** Creates a loader of one page per parent: one statement for all parents with the same limit and position. */
const createPageLoader =
  <Row>(
    query: (
      db: Db,
      organizationId: string,
      parents: string[],
      limit: number,
      after: Keyset | undefined,
    ) => Promise<Row[]>,
    parentOf: (row: Row) => string | null,
  ): LoaderFactory<DataLoader<ParentPage, Row[], string>> =>
  (db, organizationId) =>
    new DataLoader(
      async (requested) => {
        const rows = new Map<ParentPage, Row[]>();
        for (const group of Map.groupBy(requested, formatPageKey).values()) {
          const { limit, after } = group[0]!;
          const parents = group.map((page) => page.parent);
          const found = Map.groupBy(
            await query(db, organizationId, parents, limit, after),
            parentOf,
          );
          for (const page of group) rows.set(page, found.get(page.parent) ?? []);
        }
        return requested.map((page) => rows.get(page)!);
      },
      {
        maxBatchSize: MAX_UNION_PARENTS,
        cacheKeyFn: (page) => `${page.parent} ${formatPageKey(page)}`,
      },
    );

const createOneLoader =
  <Row>(
    query: LoaderQuery<Row>,
    keyOf: (row: Row) => string,
  ): LoaderFactory<DataLoader<string, Row | undefined>> =>
  (db, organizationId) =>
    new DataLoader(async (keys) => {
      const rows = new Map((await query(db, organizationId, keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    });

const createManyLoader =
  <Row>(
    query: LoaderQuery<Row>,
    keyOf: (row: Row) => string,
  ): LoaderFactory<DataLoader<string, Row[]>> =>
  (db, organizationId) =>
    new DataLoader(async (keys) => {
      const found = await query(db, organizationId, keys);
      // Usually there is one parent, and all rows are its own.
      if (keys.length === 1) return [found];
      const rows = Map.groupBy(found, keyOf);
      return keys.map((key) => rows.get(key) ?? []);
    });

const DAY_MS = 24 * 60 * 60_000;
const CANDIDATE_LIMITS = { withinMs: 7 * DAY_MS, limit: 20 };

/** Creates a loader of the appointments that a recording may belong to, nearest start first. */
const createCandidateLoader: LoaderFactory<DataLoader<CandidateTarget, CandidateRow[], string>> = (
  db,
  organizationId,
) =>
  new DataLoader(
    async (recordings) => {
      const rows = Map.groupBy(
        await loadMatchCandidates(db, organizationId, recordings, CANDIDATE_LIMITS),
        (row) => row.candidateOf,
      );
      return recordings.map(({ id, startedAt }) => {
        const distance = (row: CandidateRow): number => Math.abs(row.startTime - startedAt);
        const found = rows.get(id) ?? [];
        return found.toSorted((a, b) => distance(a) - distance(b)).slice(0, CANDIDATE_LIMITS.limit);
      });
    },
    // Two selects per recording.
    { maxBatchSize: MAX_UNION_PARENTS, cacheKeyFn: ({ id }) => id },
  );

const loaderFactories = {
  user: createOneLoader(loadUsersByIds, (row) => row.id),
  client: createOneLoader(loadClientsByIds, (row) => row.id),
  recording: createOneLoader(loadRecordingsByIds, (row) => row.id),
  template: createOneLoader(loadTemplatesByIds, (row) => row.id),
  appointmentOfRecording: createOneLoader(loadAppointmentsByRecordings, (row) => row.recordingId),
  matchCandidates: createCandidateLoader,
  transcript: createOneLoader(loadTranscripts, (row) => row.recordingId),
  media: createOneLoader(loadMediaByRecordings, (row) => row.recordingId),
  actionItems: createManyLoader(loadActionItems, (row) => row.recordingId),
  answers: createManyLoader(loadAnswers, (row) => row.recordingId),
  tags: createManyLoader(loadTagsByRecordings, (row) => row.recordingId),
  questions: createManyLoader(loadQuestions, (row) => row.templateId),
  teamMembers: createManyLoader(loadTeamMembers, (row) => row.teamId),
  webhook: createOneLoader(loadWebhooksByIds, (row) => row.id),
  payload: createOneLoader(loadEventPayloads, (row) => row.eventId),
  inboundPayload: createOneLoader(loadInboundPayloads, (row) => row.id),
  lastDelivery: createOneLoader(loadLastDeliveries, (row) => row.webhookId ?? ""),
  recordingsOfClients: createPageLoader(
    (db, organizationId, clientIds, limit, after) =>
      listRecordingsByClients(db, organizationId, clientIds, {
        status: "processed",
        limit,
        ...(after && { before: after.time }),
      }),
    (row) => row.clientId,
  ),
  deliveriesOfRecordings: createPageLoader(
    (db, organizationId, recordingIds, limit, after) =>
      listDeliveriesByRecordings(db, organizationId, recordingIds, {
        limit,
        ...(after && { after: { createdAt: after.time, id: after.id } }),
      }),
    (row) => row.recordingId,
  ),
};

export type Loaders = {
  readonly [Name in keyof typeof loaderFactories]: ReturnType<(typeof loaderFactories)[Name]>;
};

/** Creates each loader at its first use: a request uses few of them. */
class LazyLoaders {
  private readonly loaders: Partial<Record<string, unknown>> = {};

  constructor(
    private readonly db: Db,
    private readonly organizationId: string,
  ) {}

  static {
    for (const [name, create] of Object.entries(loaderFactories))
      Object.defineProperty(this.prototype, name, {
        get(this: LazyLoaders) {
          return (this.loaders[name] ??= create(this.db, this.organizationId));
        },
      });
  }
}

/**
 * Creates the loaders of one request. A loader reads an edge for all parents of a page in one statement, so
 * the number of statements doesn't depend on the number of rows. Ids of other organizations find nothing.
 */
export const createLoaders = (db: Db, organizationId: string): Loaders =>
  new LazyLoaders(db, organizationId) as unknown as Loaders;
