import DataLoader from "dataloader";
import { loadHeldAnalysisClaim, loadTranscriptionProgress } from "../../db/analysis/claims.js";
import { loadAnalysisEdits } from "../../db/analysis/edits.js";
import { listAnalysisVersions } from "../../db/analysis/versions.js";
import { loadActionItems, loadAnswers, loadTagsByRecordings } from "../../db/analysis/analysis.js";
import { loadAppointmentsByRecordings } from "../../db/appointments/appointment.js";
import {
  type CommentRow,
  loadReplies,
  loadThreadsOfRecordings,
} from "../../db/comments/comment.js";
import { loadMentions } from "../../db/comments/mentions.js";
import { loadClientPhones } from "../../db/clients/client-phones.js";
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
import { loadMediaFetches } from "../../db/recordings/media-fetches.js";
import { loadWaveforms } from "../../db/recordings/waveforms.js";
import { listRecordingsByClients } from "../../db/recordings/list.js";
import { loadRecordingsByIds } from "../../db/recordings/recording.js";
import { loadKeyTeams } from "../../db/sign-in/named-keys.js";
import { loadTeamLeads, loadTeamMembers } from "../../db/people/teams.js";
import { loadQuestions, loadTemplatesByIds } from "../../db/analysis/templates.js";
import {
  loadTranscriptPresence,
  loadTranscriptRemovals,
  loadTranscripts,
  type TranscriptRow,
} from "../../db/recordings/transcript.js";
import { loadTranscriptCorrections } from "../../db/recordings/transcript-originals.js";
import { loadUserNumbers } from "../../db/people/user-numbers.js";
import { loadSignInsByUserIds } from "../../db/sign-in/accounts.js";
import { loadUsersByIds } from "../../db/people/users.js";
import { loadWebhooksByIds } from "../../db/webhooks/webhook.js";
import { type CommentCaller, commentReaderOf } from "../core/comment-reader.js";
import type { OperationBudget } from "../turns/operation-budget.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";

// SQLite allows 500 selects in a union; a page has at most 100 parents.
const MAX_UNION_PARENTS = 100;

/** Keys, and rows of pages, that one statement loads: other requests run before the next one. */
const MAX_KEYS = 500;
const MAX_PAGE_ROWS = 1_000;
/** Keys of large texts, such as payloads, that one statement loads. */
const MAX_LARGE_KEYS = 100;
/** Teams, each with at most 1,000 members, that one statement loads. */
const MAX_TEAMS = 150;
/** The most bytes of transcripts that one statement loads. */
const MAX_TRANSCRIPT_BYTES = 16 * 1024 * 1024;

/** What the loaders of one request read with. */
interface LoaderScope extends CommentCaller {
  db: Db;
  organizationId: string;
  budget: OperationBudget;
}

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
type LoaderFactory<Loader> = (scope: LoaderScope) => Loader;

/** Loads the rows of keys, some keys at a time, and counts them before the next ones. */
const loadInParts = async <Row>(
  { budget }: LoaderScope,
  keys: readonly string[],
  maxKeys: number,
  query: (part: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += maxKeys) {
    if (start > 0) await yieldToEventLoop();
    budget.check();
    const loaded = await query(keys.length <= maxKeys ? keys : keys.slice(start, start + maxKeys));
    budget.countLoaded(loaded);
    if (keys.length <= maxKeys) return loaded;
    for (const row of loaded) rows.push(row);
  }
  return rows;
};

/** Creates a loader of one page per parent: one statement for all parents with the same limit and position. */
const createPageLoader =
  <Row>(
    query: (
      db: Db,
      organizationId: string,
      parents: readonly string[],
      limit: number,
      after: Keyset | undefined,
    ) => Promise<Row[]>,
    parentOf: (row: Row) => string | null,
  ): LoaderFactory<DataLoader<ParentPage, Row[], string>> =>
  (scope) =>
    new DataLoader(
      async (requested) => {
        const { db, organizationId } = scope;
        const rows = new Map<ParentPage, Row[]>();
        for (const group of Map.groupBy(requested, formatPageKey).values()) {
          const { limit, after } = group[0]!;
          const parents = group.map((page) => page.parent);
          const maxParents = Math.max(1, Math.floor(MAX_PAGE_ROWS / limit));
          const loaded = await loadInParts(scope, parents, maxParents, (part) =>
            query(db, organizationId, part, limit, after),
          );
          const found = Map.groupBy(loaded, parentOf);
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
    maxKeys = MAX_KEYS,
  ): LoaderFactory<DataLoader<string, Row | undefined>> =>
  (scope) =>
    new DataLoader(async (keys) => {
      const { db, organizationId } = scope;
      const loaded = await loadInParts(scope, keys, maxKeys, (part) =>
        query(db, organizationId, part),
      );
      const rows = new Map(loaded.map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    });

const createManyLoader =
  <Row>(
    query: LoaderQuery<Row>,
    keyOf: (row: Row) => string,
    maxKeys = MAX_KEYS,
  ): LoaderFactory<DataLoader<string, Row[]>> =>
  (scope) =>
    new DataLoader(async (keys) => {
      const { db, organizationId } = scope;
      const found = await loadInParts(scope, keys, maxKeys, (part) =>
        query(db, organizationId, part),
      );
      // Usually there is one parent, and all rows are its own.
      if (keys.length === 1) return [found];
      const rows = Map.groupBy(found, keyOf);
      return keys.map((key) => rows.get(key) ?? []);
    });

const DAY_MS = 24 * 60 * 60_000;
const CANDIDATE_LIMITS = { withinMs: 7 * DAY_MS, limit: 20 };

/** Creates a loader of the appointments that a recording may belong to, nearest start first. */
const createCandidateLoader: LoaderFactory<DataLoader<CandidateTarget, CandidateRow[], string>> = ({
  db,
  organizationId,
  budget,
}) =>
  new DataLoader(
    async (recordings) => {
      budget.check();
      const loaded = await loadMatchCandidates(db, organizationId, recordings, CANDIDATE_LIMITS);
      budget.countLoaded(loaded);
      const rows = Map.groupBy(loaded, (row) => row.candidateOf);
      return recordings.map(({ id, startedAt }) => {
        const distance = (row: CandidateRow): number => Math.abs(row.startTime - startedAt);
        const found = rows.get(id) ?? [];
        return found.toSorted((a, b) => distance(a) - distance(b)).slice(0, CANDIDATE_LIMITS.limit);
      });
    },
    // Two selects per recording.
    { maxBatchSize: MAX_UNION_PARENTS, cacheKeyFn: ({ id }) => id },
  );

/** Loads transcripts unless they are together larger than any answer. */
const createTranscriptLoader: LoaderFactory<DataLoader<string, TranscriptRow | undefined>> = (
  scope,
) =>
  createOneLoader(
    async (db, organizationId, ids) => {
      const rows = await loadTranscripts(db, organizationId, ids, MAX_TRANSCRIPT_BYTES);
      if (!rows) scope.budget.exceed();
      return rows ?? [];
    },
    (row) => row.recordingId,
  )(scope);

const createReplyLoader: LoaderFactory<DataLoader<string, CommentRow[]>> = (scope) =>
  createManyLoader(
    (db, organizationId, threadIds) =>
      loadReplies(db, organizationId, commentReaderOf(scope), threadIds),
    (row) => row.threadId!,
  )(scope);

const createThreadLoader: LoaderFactory<DataLoader<ParentPage, CommentRow[], string>> = (scope) =>
  createPageLoader(
    (db, organizationId, recordingIds, limit, after) => {
      const page = { recordingIds, limit, after };
      return loadThreadsOfRecordings(db, organizationId, commentReaderOf(scope), page);
    },
    (row) => row.recordingId,
  )(scope);

const loaderFactories = {
  user: createOneLoader(loadUsersByIds, (row) => row.id),
  signIn: createOneLoader(loadSignInsByUserIds, (row) => row.userId),
  userNumbers: createManyLoader(loadUserNumbers, (row) => row.userId),
  client: createOneLoader(loadClientsByIds, (row) => row.id),
  clientPhones: createManyLoader(loadClientPhones, (row) => row.clientId),
  recording: createOneLoader(loadRecordingsByIds, (row) => row.id),
  template: createOneLoader(loadTemplatesByIds, (row) => row.id),
  appointmentOfRecording: createOneLoader(loadAppointmentsByRecordings, (row) => row.recordingId),
  matchCandidates: createCandidateLoader,
  transcript: createTranscriptLoader,
  transcriptCorrection: createOneLoader(loadTranscriptCorrections, (row) => row.recordingId),
  transcriptRemoval: createOneLoader(loadTranscriptRemovals, (row) => row.recordingId),
  media: createOneLoader(loadMediaByRecordings, (row) => row.recordingId),
  waveform: createOneLoader(loadWaveforms, (row) => row.file),
  mediaFetch: createOneLoader(loadMediaFetches, (row) => row.recordingId),
  transcriptionProgress: createOneLoader(loadTranscriptionProgress, (row) => row.recordingId),
  transcriptPresence: createOneLoader(loadTranscriptPresence, (row) => row.recordingId),
  analysisEdits: createOneLoader(loadAnalysisEdits, (row) => row.recordingId),
  // The key is the time at which a worker must hold a claim.
  heldAnalysisClaim: createOneLoader(loadHeldAnalysisClaim, (row) => row.time),
  actionItems: createManyLoader(loadActionItems, (row) => row.recordingId),
  answers: createManyLoader(loadAnswers, (row) => row.recordingId),
  tags: createManyLoader(loadTagsByRecordings, (row) => row.recordingId),
  questions: createManyLoader(loadQuestions, (row) => row.templateId),
  teamMembers: createManyLoader(loadTeamMembers, (row) => row.teamId, MAX_TEAMS),
  teamLeads: createManyLoader(loadTeamLeads, (row) => row.teamId, MAX_TEAMS),
  keyTeams: createManyLoader(loadKeyTeams, (row) => row.keyId),
  mentions: createManyLoader(loadMentions, (row) => row.commentId),
  replies: createReplyLoader,
  threadsOfRecordings: createThreadLoader,
  webhook: createOneLoader(loadWebhooksByIds, (row) => row.id),
  payload: createOneLoader(loadEventPayloads, (row) => row.eventId, MAX_LARGE_KEYS),
  inboundPayload: createOneLoader(loadInboundPayloads, (row) => row.id, MAX_LARGE_KEYS),
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
  analysisVersions: createPageLoader(
    (db, organizationId, recordingIds, _limit, after) =>
      listAnalysisVersions(db, organizationId, recordingIds, after?.time),
    (row) => row.recordingId,
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

  constructor(private readonly scope: LoaderScope) {}

  static {
    for (const [name, create] of Object.entries(loaderFactories))
      Object.defineProperty(this.prototype, name, {
        get(this: LazyLoaders) {
          return (this.loaders[name] ??= create(this.scope));
        },
      });
  }
}

/**
 * Creates the loaders of one request. A loader reads an edge for all parents of a page in one statement, so
 * the number of statements doesn't depend on the number of rows. Ids of other organizations find nothing.
 */
export const createLoaders = (scope: LoaderScope): Loaders =>
  new LazyLoaders(scope) as unknown as Loaders;
