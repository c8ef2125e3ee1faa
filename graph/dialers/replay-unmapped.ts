import { parseExactJson } from "../core/exact-json.js";
import { listRefusedInboundCalls, updateInboundCall } from "../../db/dialers/inbound-calls.js";
import {
  deleteOldUnmappedCalls,
  deleteUnmappedCall,
  findUnmappedCall,
  listUnmappedCallKeys,
  type UnmappedCallRow,
} from "../../db/dialers/unmapped-calls.js";
import { findRecordingByCallId } from "../../db/recordings/recording.js";
import { findRetention } from "../../db/retention/days.js";
import type { Context } from "../context/context.js";
import { classifyError, notFound } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import type { SentNumber } from "../calls/call-user.js";
import type { CallInput } from "../calls/call-input.js";
import { ingestCall } from "../calls/ingest.js";
import { findClockJump } from "../retention/clock.js";
import { listWaitingNumbers } from "./waiting-numbers.js";

const PAGE_SIZE = 100;
const DAY_MS = 24 * 60 * 60_000;
/** Used if no retention is set. */
const MAX_UNMAPPED_DAYS = 90;

/** Another process has replayed the call, its user no longer has the number, or the server is busy. */
const PASSING_CODES = new Set(["NOT_FOUND", "USER_NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"]);

/** What a replay did: calls that became recordings, and calls that no later replay can ingest. */
export interface ReplayedCounts {
  replayed: number;
  dropped: number;
}

/** The new result of the call's earlier refusals in the log of received calls. */
const INGESTED_LATER = {
  outcome: "ingested",
  code: null,
  field: null,
  message: "Became a recording once its user had the number",
} as const;

const dropCall = async (context: Context, { callKey, file }: UnmappedCallRow): Promise<void> => {
  await mutate(context, async (trx, effects) => {
    const isDeleted = await deleteUnmappedCall(trx, context.organizationId, callKey);
    if (isDeleted && file !== null) effects.filesToDelete.push(file);
  });
};

/** Ingests a held call, and deletes the held copy in the same transaction. */
const replayCall = async (
  context: Context,
  row: UnmappedCallRow,
): Promise<"replayed" | "dropped" | "left"> => {
  const { db, organizationId } = context;
  const { callKey, file, fileType, fileBytes } = row;
  const input = parseExactJson(row.input) as CallInput;
  const existing = await findRecordingByCallId(db, organizationId, input.callId);
  // The call was sent again with a user meanwhile; that version is newer.
  if (existing && (existing.status === "processed" || existing.updatedAt > row.receivedAt)) {
    await dropCall(context, row);
    return "dropped";
  }
  let isAttached = false;
  context.upload =
    file === null
      ? undefined
      : { file, type: fileType!, bytes: fileBytes!, keep: () => void (isAttached = true) };
  try {
    await ingestCall(context, input, row.adapter, async (trx, effects, { id: recordingId }) => {
      if (!(await deleteUnmappedCall(trx, organizationId, callKey))) throw notFound();
      for (const entry of await listRefusedInboundCalls(trx, organizationId, input.callId))
        await updateInboundCall(trx, organizationId, entry.id, {
          ...entry,
          ...INGESTED_LATER,
          recordingId,
        });
      // Another request may have processed the recording since the check above.
      if (file !== null && !isAttached) effects.filesToDelete.push(file);
    });
    return "replayed";
  } catch (error) {
    const { failure, unexpected } = classifyError(error);
    if (unexpected) throw error;
    // With a slow clock, the call lies in the future.
    if (PASSING_CODES.has(failure.code) || failure.field === "createdAt") return "left";
    await dropCall(context, row);
    return "dropped";
  } finally {
    context.upload = undefined;
  }
};

const replayNumber = async (
  context: Context,
  number: SentNumber,
  counts: ReplayedCounts,
  signal?: AbortSignal,
): Promise<void> => {
  const { db, organizationId } = context;
  const key = { kind: number.kind, number: number.text };
  let after: Pick<UnmappedCallRow, "receivedAt" | "callKey"> | undefined;
  for (;;) {
    const page = await listUnmappedCallKeys(db, organizationId, key, {
      limit: PAGE_SIZE,
      ...(after && { after }),
    });
    for (const { callKey } of page) {
      if (signal?.aborted) return;
      const row = await findUnmappedCall(db, organizationId, callKey);
      const result = row ? await replayCall(context, row) : "left";
      if (result !== "left") counts[result] += 1;
    }
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!;
  }
};

/** Ingests every held call whose number now has a user, oldest first. */
export const replayUnmappedCalls = async (
  context: Context,
  signal?: AbortSignal,
): Promise<ReplayedCounts> => {
  const counts = { replayed: 0, dropped: 0 };
  for await (const { kind, number, isMapped } of listWaitingNumbers(context)) {
    if (isMapped) await replayNumber(context, { kind, text: number }, counts, signal);
    if (signal?.aborted) return counts;
  }
  return counts;
};

/**
 * Deletes held calls older than the organization's shortest retention, or 90 days. Returns their number. Deletes
 * nothing if the clock jumped.
 */
export const deleteExpiredUnmappedCalls = async (context: Context): Promise<number> => {
  const { db, organizationId } = context;
  const now = context.now();
  if (await findClockJump(db, organizationId, now)) return 0;
  const retention = await findRetention(db, organizationId);
  const days = [retention?.mediaDays, retention?.transcriptDays, retention?.payloadDays].filter(
    (value) => typeof value === "number",
  );
  const before = now - Math.min(MAX_UNMAPPED_DAYS, ...days) * DAY_MS;
  let deleted = 0;
  for (;;) {
    const calls = await mutate(context, async (trx, effects) => {
      const page = await deleteOldUnmappedCalls(trx, organizationId, before, PAGE_SIZE);
      effects.filesToDelete.push(...page.files);
      return page.calls;
    });
    deleted += calls;
    if (calls < PAGE_SIZE) return deleted;
  }
};
