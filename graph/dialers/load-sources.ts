import { buildCallKey } from "../../db/dialers/unmapped-calls.js";
import { INBOUND_RETENTION_MS } from "../../db/dialers/inbound-calls.js";
import { listMediaCredentials } from "../../db/dialers/media-credentials.js";
import { listRepChannels } from "../../db/dialers/rep-channels.js";
import { listDialerSecrets } from "../../db/dialers/secrets.js";
import {
  type ChannelOutcomeRow,
  countWaitingByKeys,
  countWaitingCalls,
  findNoticedUploads,
  listChannelOutcomes,
  listFailures,
  listLastRecordings,
  listNoticedRecordings,
  listRefusedCallIds,
  type SourceFailureRow,
} from "../../db/dialers/source-activity.js";
import type { Context } from "../context/context.js";
import type { NumberKind } from "../../db/people/user-numbers.js";
import { adapters } from "./adapters/index.js";
import { UPLOADED_CALLS } from "./call-sources.js";
import { listWaitingNumbers } from "./waiting-numbers.js";

/** The calls that arrived through a channel. */
export interface SourceActivity {
  channel: string;
  /** Milliseconds since 1970. */
  lastReceivedAt: number | null;
  lastRecordingId: string | null;
  /** Null for uploads, which aren't in the log. */
  ingested: number | null;
  ignored: number | null;
  refused: number | null;
  waitingCalls: number;
  /** Of uploads: at any time. */
  noticedCalls: number;
  lastNoticedRecordingId: string | null;
  lastFailure: SourceFailureRow | null;
}

type Reader = Pick<Context, "db" | "organizationId" | "readAt">;

/** A sender with a key can invent adapter names. */
const MAX_CHANNELS = 50;

/** Counts the calls that wait for a user by channel, without those about to be replayed. */
const loadWaitingCalls = async (reader: Reader): Promise<Map<string, number>> => {
  const { db, organizationId } = reader;
  const mapped: Record<NumberKind, string[]> = { phone: [], extension: [] };
  for await (const { kind, number, isMapped } of listWaitingNumbers(reader))
    if (isMapped) mapped[kind].push(number);
  const waiting = new Map<string, number>();
  const add = (channel: string, calls: number) => {
    if (calls > 0) waiting.set(channel, (waiting.get(channel) ?? 0) + calls);
  };
  for (const { adapter, hasFile, calls } of await countWaitingCalls(db, organizationId, mapped))
    add(adapter ?? (hasFile ? UPLOADED_CALLS : "key"), calls);
  const byKey = waiting.get("key");
  if (byKey === undefined) return waiting;
  // A held call doesn't store its channel; its log entry does.
  const callIds = await listRefusedCallIds(db, organizationId, "token");
  const byToken = await countWaitingByKeys(db, organizationId, callIds.map(buildCallKey), mapped);
  waiting.delete("key");
  add("key", byKey - byToken);
  add("token", byToken);
  return waiting;
};

/** Lists the phone systems with a configured secret, login or rep channel. */
const listConfiguredAdapters = async ({ db, organizationId }: Reader): Promise<string[]> => {
  const rows = [
    ...(await listDialerSecrets(db, organizationId)),
    ...(await listMediaCredentials(db, organizationId)),
  ].map(({ adapter }) => adapter);
  const sides = (await listRepChannels(db, organizationId)).map(({ source }) => source);
  return [...rows, ...sides].filter((name) => Object.hasOwn(adapters, name));
};

/** Lists the channels to show: the latest ones in the log, those with a setting, and `others`. */
const listChannels = async (
  reader: Reader,
  outcomes: readonly ChannelOutcomeRow[],
  others: Iterable<string>,
): Promise<string[]> => {
  const logged = outcomes.toSorted((a, b) => b.lastSequence - a.lastSequence);
  const latest = [...new Set(logged.map(({ channel }) => channel))].slice(0, MAX_CHANNELS);
  return [...new Set([...latest, ...others, ...(await listConfiguredAdapters(reader))])].toSorted();
};

/** Loads the calls of the last 30 days, by channel, and counts the uploads with notices. */
export const loadSources = async (reader: Reader): Promise<SourceActivity[]> => {
  const { db, organizationId, readAt } = reader;
  const since = readAt - INBOUND_RETENTION_MS;
  const outcomes = await listChannelOutcomes(db, organizationId, since);
  const waiting = await loadWaitingCalls(reader);
  const refused = outcomes.filter(({ outcome }) => outcome === "refused");
  const sequences = refused.map(({ lastSequence }) => lastSequence);
  const failures = await listFailures(db, organizationId, sequences);
  const recordings = await listLastRecordings(db, organizationId, since);
  const noticed = (await listNoticedRecordings(db, organizationId, since)).toSorted(
    (a, b) => b.lastSequence - a.lastSequence,
  );
  const uploads = await findNoticedUploads(db, organizationId);
  const others = [...waiting.keys(), ...(uploads.calls > 0 ? [UPLOADED_CALLS] : [])];
  return (await listChannels(reader, outcomes, others)).map((channel) => {
    const own = outcomes.filter((row) => row.channel === channel);
    const count = (outcome: string): number | null =>
      channel === UPLOADED_CALLS ? null : (own.find((row) => row.outcome === outcome)?.calls ?? 0);
    const ownNoticed = noticed.filter((row) => row.channel === channel);
    const lastSequence = refused.find((row) => row.channel === channel)?.lastSequence;
    return {
      channel,
      lastReceivedAt: own.length ? Math.max(...own.map((row) => row.lastReceivedAt)) : null,
      lastRecordingId: recordings.find((row) => row.channel === channel)?.recordingId ?? null,
      ingested: count("ingested"),
      ignored: count("ignored"),
      refused: count("refused"),
      waitingCalls: waiting.get(channel) ?? 0,
      noticedCalls: channel === UPLOADED_CALLS ? uploads.calls : ownNoticed.length,
      lastNoticedRecordingId:
        channel === UPLOADED_CALLS ? uploads.lastRecordingId : (ownNoticed[0]?.recordingId ?? null),
      lastFailure: failures.find(({ sequence }) => sequence === lastSequence) ?? null,
    };
  });
};
