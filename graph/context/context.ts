import { channel } from "node:diagnostics_channel";
import { type Caller, CONNECTED_CALLER } from "../turns/caller.js";
import type { Db } from "../../db/engine/connect.js";
import { type ViewerScope, withScope } from "../../db/engine/viewer-scope.js";
import type { Notice } from "../../db/recordings/notices.js";
import type { NamedKeyUse } from "../../db/sign-in/named-keys.js";
import { limitConnections } from "../../db/engine/limit-connections.js";
import { type Actor, buildActor } from "../core/actor.js";
import type { InboundRequest } from "../core/inbound.js";
import type { KeyScope } from "../core/key-scopes.js";
import type { ContentViewRecorder } from "../core/content-views.js";
import { Loaders } from "./loaders.js";
import { OperationBudget } from "../turns/operation-budget.js";
import type { RunLongRead } from "../core/long-reads.js";
import type { RunRedaction } from "../core/redaction-port.js";
import type { SentenceFinder, TrackerFinder } from "../core/tracker-port.js";
import type { WatchedFolders } from "../core/watched-folders.js";
import type { Credential, Role } from "../core/credential.js";
import type {
  Browser,
  ErasureJournal,
  MailPort,
  MediaStorage,
  UploadedFile,
  Vault,
  NotifierPort,
  StoredFile,
} from "../core/ports.js";

/** What the server analyses itself, besides transcripts. */
export interface BuiltInAnalysis {
  /** Whether it transcribes audio. */
  audio: boolean;
  /** Whether its transcriptions report their progress. Absent: they don't. */
  showsProgress?: boolean;
}

/** The server's one clock, one source of randomness and one configuration. */
export interface Services {
  db: Db;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns a new UUIDv7. */
  newId: () => string;
  randomBytes: (count: number) => Buffer;
  vault: Vault;
  notifier: NotifierPort;
  media: MediaStorage;
  erasures: ErasureJournal;
  /** Absent if no mail server is configured. */
  mailer?: MailPort | undefined;
  /** False or absent without a mail server or a public URL: links would lead nowhere. */
  sendsWeeklyMails?: boolean;
  /** Whether the audio of ingested calls is fetched from their mediaUrl. Absent: not fetched. */
  fetchesMedia?: boolean;
  /** Runs at each use of an API key or a dialer token, given by its digest; returns at once. */
  onKeyUsed: (organizationId: string, hash: string) => void;
  /** Runs at each use of a named key; returns at once. */
  onNamedKeyUsed: (use: NamedKeyUse) => void;
  /** Runs after a person has viewed call content; returns at once. */
  onContentViewed: ContentViewRecorder;
  /** Runs after each ingested call is stored; returns at once. */
  onCallIngested: (organizationId: string, recordingId: string) => void;
  /** Runs after a change that can change users' numbers; returns at once. */
  onNumbersChanged: (organizationId: string) => void;
  /** Runs after a calendar was added, or is due now; returns at once. Absent if this process polls no calendars. */
  onCalendarDue?: (organizationId: string, calendarId: string) => void;
  /** Runs after a request for the waveform of a file that has none; returns at once. Absent: none is made. */
  onPeaksMissing?: (organizationId: string, file: StoredFile) => void;
  /** Runs reads that take too long for the main thread. */
  readLong: RunLongRead;
  /** Redacts large texts off the main thread. */
  runRedaction: RunRedaction;
  /** Finds trackers in transcripts. Absent: nothing looks for them in this process. */
  trackers?: TrackerFinder | undefined;
  /** Finds sentences by their meaning. Absent: meanings are off. */
  sentences?: SentenceFinder | undefined;
  /** The folders that this process watches. Absent: none. */
  watchedFolders?: WatchedFolders | undefined;
  /** Returns when a backup was last made, in milliseconds since 1970. Absent: the database has backups of its own. */
  findLastBackup?: () => Promise<number | undefined>;
  /** Describes in one line how a call that arrives now is processed. */
  describeProcessing: () => string;
  /** The built-in analysis, besides transcripts. Absent: external workers analyse. */
  analyzes?: BuiltInAnalysis | undefined;
  /** The public base URL, without a trailing slash. */
  publicUrl: string;
}

/** The request as resolvers see it. */
export interface Context extends Services {
  role: Role;
  /** Empty for the operator and for visitors: neither may query an organization. */
  organizationId: string;
  /** The caller's scope, which `db` applies; undefined: the whole organization. */
  scope: ViewerScope | undefined;
  /** A named key's scopes; undefined: everything that the role allows. */
  keyScopes: ReadonlySet<KeyScope> | undefined;
  /** The session of a signed-in user. */
  sessionId: string | undefined;
  userId: string | undefined;
  /** Whether the signed-in user is a manager. */
  isManager: boolean;
  /** The person that a named key acts as. */
  personId: string | undefined;
  /** Undefined unless the caller is a page of the console. */
  browser: Browser | undefined;
  /** The call as the phone system sent it; undefined for other callers. */
  inboundRequest: InboundRequest | undefined;
  /** Returns the caller as the audit log names it. */
  actor: () => Actor;
  requestId: string;
  /** The time of all reads of one request, so that a filtered page agrees with its rows. */
  readAt: number;
  loaders: Loaders;
  upload: UploadedFile | undefined;
  /** What was left out or repaired in the text of the call's transcript. */
  transcriptNotices: Notice[] | undefined;
  /** Never aborts: nothing interrupts a change. */
  caller: Caller;
  budget: OperationBudget;
}

/** For tests: all later queries in this request must apply the scope. */
export const narrowedRequests = channel("debrief.narrowed-request");

/** The fields that an API surface adds to a context. */
export interface ContextOptions {
  browser?: Browser | undefined;
  /** Returns the caller's IP address. Only changes and content views call it. */
  address?: (() => string | undefined) | undefined;
  caller?: Caller | undefined;
}

/** Creates the context of one request. Its loaders cache their results. */
export const createContext = (
  services: Services,
  credential: Credential,
  requestId: string,
  { browser, address, caller }: ContextOptions = {},
): Context => {
  const organizationId = credential.organizationId ?? "";
  const budget = new OperationBudget(caller);
  const { scope } = credential;
  const readAt = services.now();
  if (scope && narrowedRequests.hasSubscribers) narrowedRequests.publish(scope);
  const db = withScope(limitConnections(services.db, organizationId), scope);
  return {
    ...services,
    db,
    role: credential.role,
    organizationId,
    scope,
    keyScopes: credential.keyScopes,
    sessionId: credential.sessionId,
    userId: credential.userId,
    isManager: credential.isManager ?? false,
    personId: credential.personId,
    browser,
    inboundRequest: undefined,
    actor: () => buildActor(credential, address?.() ?? null),
    requestId,
    readAt,
    upload: undefined,
    transcriptNotices: undefined,
    caller: caller ?? CONNECTED_CALLER,
    budget,
    loaders: new Loaders({
      db,
      organizationId,
      budget,
      role: credential.role,
      userId: credential.userId,
      personId: credential.personId,
      readAt,
      fetchesMedia: services.fetchesMedia,
      analyzes: services.analyzes,
    }),
  };
};
