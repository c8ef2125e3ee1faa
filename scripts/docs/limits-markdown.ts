import { BUSY_TIMEOUT_MS } from "../../db/engine/busy-timeout.js";
import { MAX_POSTGRES_CONNECTIONS } from "../../db/engine/connect.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { MAX_COUNTED_DELIVERIES } from "../../db/webhooks/backlog.js";
import { LARGE_ANSWER_BYTES } from "../../graph/turns/answer-shares.js";
import { KEY_LIMITS } from "../../graph/sign-in/key-limits.js";
import { MAX_CLOCK_STEP_DAYS } from "../../graph/retention/clock.js";
import { type AttemptLimit, SIGN_IN_LIMITS } from "../../graph/sign-in/sign-in-limits.js";
import { ROTATION_MS } from "../../graph/webhooks/signing-secrets.js";
import { DEFAULT_MAX_BODY_BYTES } from "../../rest/body.js";
import { MAX_CALL_BODY_BYTES } from "../../rest/routes/calls.js";
import { LARGE_BODY_BYTES } from "../../rest/large-bodies.js";
import { AUDIO_DOWNLOAD_RATE } from "../../src/base/net/required-rate.js";
import { MAX_ANSWER_BYTES } from "../../src/api/graphql/answer-size.js";
import { MAX_BODY_BYTES } from "../../src/api/graphql/graphql-endpoint.js";
import { BODY_TIMEOUT_MS } from "../../src/api/http/body-timeout.js";
import { IPV6_PREFIX_BITS } from "../../src/base/net/attempt-counter.js";
import { HEADERS_TIMEOUT_MS, STOP_MS } from "../../src/server.js";
import { DATABASE_TIMEOUT_MS } from "../../src/base/log/prometheus.js";
import { MAX_RESERVED_BYTES, RESERVED_SHARE } from "../../src/base/files/free-space.js";
import { TRASH_DAYS } from "../../src/media/media-trash.js";
import { AUDIT_LOG_DAYS } from "../../src/notifier/log-cleanup.js";
import { MAX_LOGGED_ORGANIZATIONS } from "../../src/notifier/outbox-worker.js";
import { RESPONSE_DEADLINE_MS } from "../../src/notifier/sender.js";
import { formatMarkdownTable } from "./markdown-table.js";

const TIME_UNITS: [ms: number, name: string][] = [
  [24 * 60 * 60_000, "day"],
  [60 * 60_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
];
const BYTE_UNITS: [bytes: number, name: string][] = [
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
  [1024, "KiB"],
];

const formatCount = (count: number): string => count.toLocaleString("en-US");

const formatDuration = (ms: number): string => {
  const [unitMs, name] = TIME_UNITS.find(([unit]) => ms % unit === 0)!;
  const count = ms / unitMs;
  return `${formatCount(count)} ${name}${count === 1 ? "" : "s"}`;
};

const formatDays = (days: number): string => formatDuration(days * TIME_UNITS[0]![0]);

const formatBytes = (bytes: number): string => {
  const [unitBytes, name] = BYTE_UNITS.find(([unit]) => bytes % unit === 0)!;
  return `${formatCount(bytes / unitBytes)} ${name}`;
};

const formatAttempts = ({ max, windowMs }: AttemptLimit): string =>
  `${formatCount(max)} in ${formatDuration(windowMs)}`;

const formatLimits = (rows: readonly (readonly [string, string])[]): string =>
  formatMarkdownTable(["What", "Limit"], rows);

/** Formats the table of limits in SECURITY.md. */
export const formatSecurityLimits = (): string => {
  const { failures, openid, resets, linkMs } = SIGN_IN_LIMITS;
  return formatLimits([
    ["failed sign-ins from a known device", formatAttempts(failures.device)],
    ["failed sign-ins at an account from one address", formatAttempts(failures.accountAddress)],
    ["failed sign-ins from one address", formatAttempts(failures.address)],
    ["failed sign-ins from the address of a proxy", formatAttempts(failures.sharedAddress)],
    ["failed sign-ins at an account from unknown devices", formatAttempts(failures.account)],
    ["failed sign-ins with OpenID Connect from one address", formatAttempts(openid.address)],
    [
      "failed sign-ins with OpenID Connect from the address of a proxy",
      formatAttempts(openid.sharedAddress),
    ],
    ["requests for a new password from one address", formatAttempts(resets.address)],
    [
      "requests for a new password from the address of a proxy",
      formatAttempts(resets.sharedAddress),
    ],
    ["age of a session", formatDuration(SIGN_IN_LIMITS.sessionMs)],
    ["time without use until a session ends", formatDuration(SIGN_IN_LIMITS.idleSessionMs)],
    ["age of a set-up link", formatDuration(SIGN_IN_LIMITS.setupLinkMs)],
    ["age of an invitation", formatDuration(linkMs.invitation)],
    ["age of a password link that an admin created", formatDuration(linkMs.reset)],
    ["age of a password link that the user requested", formatDuration(linkMs.requested_reset)],
    ["size of a `/graphql` answer", formatBytes(MAX_ANSWER_BYTES)],
    ["age of an entry in the audit log", formatDays(AUDIT_LOG_DAYS)],
  ]);
};

/** Formats the table of limits in docs/keys.md. */
export const formatKeyLimits = (): string =>
  formatLimits([
    ["an organization's keys for programs", formatCount(KEY_LIMITS.programKeys)],
    ["keys that act as one person", formatCount(KEY_LIMITS.personalKeys)],
    ["teams of a key", formatCount(KEY_LIMITS.teamsPerKey)],
  ]);

const SHARE_DESCRIPTIONS: Record<keyof typeof SHARE_LIMITS, string> = {
  connections: "PostgreSQL connections for requests",
  changes: "changes of data on PostgreSQL",
  batchedChanges: "changes of data on SQLite",
  longReads: "statistics, searches, and lists that read many rows",
  mediaParsing: "files to read the duration from",
  mediaDecoding: "pieces of audio to decode for a player",
  waveforms: "files whose waveform is looked at for the first time",
  transcriptions: "audio files that debrief transcribes itself",
  ruleAnalyses: "analyses by rules",
  meanings: "sentences whose meaning is computed, up to 128 at a time",
  trackers: "pages of transcripts in which trackers or sentences are looked for",
  redactions: "texts to redact, except small ones",
  newDocuments: "new GraphQL documents",
  answers:
    "answers to GET under `/v1`, and large answers of `/graphql`, until they are sent; tool calls of `/mcp`",
  largeAnswers: `of these, under \`/v1\` on PostgreSQL while a change is in progress, answers to requests whose last answer had ${formatBytes(LARGE_ANSWER_BYTES)} or more`,
  largeOperations: "GraphQL operations that may be large",
  largeBodies: `requests with a JSON body above ${formatBytes(LARGE_BODY_BYTES)}`,
  uploads: "uploads",
  exports: "exports over HTTP",
  eventStreams: "open event streams",
  webhookAttempts: "webhook delivery attempts",
  unprovenWebhookAttempts: "of these, to slow or new receivers",
  slowWebhookAttempts: "of these, of organizations with slow receivers",
  webhookTests: "webhook tests",
  audioDownloads: "audio downloads",
  calendarPolls: "calendar polls",
  mails: "mails being sent to the mail server",
  passwordHashes: "password hashes, by address or device",
};

/** Formats the table of shares in docs/operations.md. */
export const formatShareLimits = (): string =>
  formatMarkdownTable(
    ["Resource", "Total places", "Places for one organization", "May wait"],
    Object.entries(SHARE_LIMITS).map(([name, { places, placesPerKey, waitingPerKey }]) => [
      `${SHARE_DESCRIPTIONS[name as keyof typeof SHARE_LIMITS]} (\`${name}\`)`,
      ...[places, placesPerKey, waitingPerKey].map(formatCount),
    ]),
  );

/** Formats the table of limits in docs/operations.md. */
export const formatOperationLimits = (): string => {
  const { windowBytes, windowMs } = AUDIO_DOWNLOAD_RATE;
  return formatLimits([
    ["JSON body under `/v1`", formatBytes(DEFAULT_MAX_BODY_BYTES)],
    ["JSON body of a call, under `/v1`", formatBytes(MAX_CALL_BODY_BYTES)],
    ["JSON body of `/graphql`", formatBytes(MAX_BODY_BYTES)],
    ["time until the headers of a request are complete", formatDuration(HEADERS_TIMEOUT_MS)],
    ["time until a JSON body is complete", formatDuration(BODY_TIMEOUT_MS)],
    ["time for running requests after SIGTERM or SIGINT", formatDuration(STOP_MS)],
    ["time until a webhook's response is complete", formatDuration(RESPONSE_DEADLINE_MS)],
    ["time in which a replaced signing secret still signs", formatDuration(ROTATION_MS)],
    [
      "minimum rate of an audio download",
      `${formatCount(windowBytes)} bytes in ${formatDuration(windowMs)}`,
    ],
    [
      "disk space that uploads and downloads leave free",
      `${RESERVED_SHARE * 100} % of the disk, at most ${formatBytes(MAX_RESERVED_BYTES)}`,
    ],
    ["time that swept media files stay in the trash", formatDays(TRASH_DAYS)],
    ["age of an entry in the audit log", formatDays(AUDIT_LOG_DAYS)],
    ["difference between the clock and the last heartbeat", formatDays(MAX_CLOCK_STEP_DAYS)],
    ["time until the database answers `/metrics`", formatDuration(DATABASE_TIMEOUT_MS)],
    ["waiting deliveries that the metrics count", formatCount(MAX_COUNTED_DELIVERIES)],
    ["organizations named in a log line", formatCount(MAX_LOGGED_ORGANIZATIONS)],
    ["bits of an IPv6 address that count as the address", formatCount(IPV6_PREFIX_BITS)],
    ["PostgreSQL connections per process", formatCount(MAX_POSTGRES_CONNECTIONS)],
    ["time that a change waits for another process, on SQLite", formatDuration(BUSY_TIMEOUT_MS)],
  ]);
};
