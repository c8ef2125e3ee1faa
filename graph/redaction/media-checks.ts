import type { Db } from "../../db/engine/connect.js";
import { loadRedaction, type RedactionSettings } from "../../db/redaction/redaction.js";
import {
  markMediaUnchecked,
  updateCheckedMedia,
  updateFailedCheck,
} from "../../db/redaction/media-checks.js";
import {
  deleteMedia,
  detachClipFiles,
  findMedia,
  type MediaRow,
  queueCuts,
} from "../../db/recordings/media.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { loadTranscript, type StoredUtterance } from "../../db/recordings/transcript.js";
import { findOriginalTranscript } from "../../db/recordings/transcript-originals.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { findClockJump } from "../retention/clock.js";
import type { AudioSpan, StoredFile } from "../core/ports.js";
import { LEFT_OUT_TEXT } from "./left-out.js";
import { CARD_REPLACEMENT } from "./redact-text.js";

/** How far a number may be heard before or after its utterance. */
const PAD_MS = 300;

const isRedacted =
  ({ patterns }: RedactionSettings): ((text: string) => boolean) =>
  (text) =>
    text.includes(CARD_REPLACEMENT) ||
    text.includes(LEFT_OUT_TEXT) ||
    patterns.some(({ name }) => text.includes(`[${name}]`));

/** Returns the value for a new media file: 1 if the organization redacts, or keeps only the transcript. */
export const resolveUnchecked = async (
  trx: Db,
  organizationId: string,
  { refusal }: Pick<RecordingRow, "refusal">,
): Promise<0 | 1> => {
  if (refusal === "transcript_only") return 1;
  const { cardNumbers, patterns } = await loadRedaction(trx, organizationId);
  return cardNumbers || patterns.length > 0 ? 1 : 0;
};

/** Queues a recording's media for a check if its new transcript contains a redacted text. */
export const recheckMedia = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  utterances: readonly StoredUtterance[],
): Promise<void> => {
  const bracketed = utterances.filter(({ text }) => text.includes("["));
  if (bracketed.length === 0) return;
  const isFound = isRedacted(await loadRedaction(trx, organizationId));
  if (bracketed.some(({ text }) => isFound(text)))
    await markMediaUnchecked(trx, organizationId, recordingId);
};

/** Returns when redacted utterances are heard. An utterance without a length lasts until the next one begins. */
const listSpans = (
  utterances: readonly StoredUtterance[],
  isFound: (text: string) => boolean,
): AudioSpan[] =>
  utterances.flatMap(({ text, start, end }, index) => {
    if (!isFound(text)) return [];
    const next = utterances.slice(index + 1).find((later) => later.start > start);
    const last = end > start ? end : (next?.start ?? Number.MAX_SAFE_INTEGER);
    return [{ start: Math.max(0, start - PAD_MS), end: last + PAD_MS }];
  });

/** A media file waiting for its check, and the spans to silence. */
export interface UncheckedMedia {
  media: MediaRow;
  /** Only the transcript is kept. */
  isRefused: boolean;
  spans: AudioSpan[];
}

/** Finds what to check of a recording's media; undefined while it has no transcript. */
export const findUncheckedMedia = async (
  { db, organizationId }: Pick<Context, "db" | "organizationId">,
  recordingId: string,
): Promise<UncheckedMedia | undefined> => {
  const media = await findMedia(db, organizationId, recordingId);
  if (!media || media.unchecked === 0) return undefined;
  const transcript = await loadTranscript(db, organizationId, recordingId);
  if (transcript.length === 0) return undefined;
  const recording = await findRecordingById(db, organizationId, recordingId);
  const isRefused = recording?.refusal === "transcript_only";
  const original = (await findOriginalTranscript(db, organizationId, recordingId)) ?? [];
  const isFound = isRedacted(await loadRedaction(db, organizationId));
  return {
    media,
    isRefused,
    spans: [transcript, original].flatMap((lines) => listSpans(lines, isFound)),
  };
};

/** The current spans: a transcript may have arrived meanwhile. */
const isCurrent = async (
  trx: Db,
  context: Context,
  { media, isRefused, spans }: UncheckedMedia,
): Promise<boolean> => {
  const now = await findUncheckedMedia({ ...context, db: trx }, media.recordingId);
  const isSame = now?.media.file === media.file && now.isRefused === isRefused;
  return isSame && JSON.stringify(now.spans) === JSON.stringify(spans);
};

/** Ends a check: deletes the file, keeps it, or replaces it and moves the original to the trash. */
export type CheckResult = "delete" | "keep" | StoredFile;

/** Ends a check. Returns false, and changes nothing, if the recording has changed meanwhile. */
export const finishMediaCheck = async (
  context: Context,
  checked: UncheckedMedia,
  result: CheckResult,
): Promise<boolean> => {
  const { organizationId } = context;
  const { recordingId, file } = checked.media;
  return mutate(context, async (trx, effects) => {
    if (!(await isCurrent(trx, context, checked))) return false;
    if (result === "delete") {
      const files = await deleteMedia(trx, organizationId, [recordingId]);
      effects.filesToDelete.push(...files);
      // A sweep, and a restore, delete them too.
      effects.erasures.push(...files.map((id) => ({ kind: "media" as const, id })));
      return true;
    }
    const silenced = result === "keep" ? undefined : result;
    await updateCheckedMedia(trx, organizationId, checked.media, silenced);
    if (silenced) {
      effects.filesToDelete.push(...(await detachClipFiles(trx, organizationId, [recordingId])));
      await queueCuts(trx, organizationId, recordingId);
    }
    // Not an erasure: after a restore, a backup from before the check is silenced again and then plays. If the clock
    // jumped, the file's trash days would end too soon, so a later sweep moves it there.
    if (silenced && !(await findClockJump(trx, organizationId, context.now())))
      effects.filesToDiscard.push(file);
    return true;
  });
};

const RETRY_MS = 60_000;
const MAX_RETRY_MS = 6 * 60 * RETRY_MS;
/** The disk of the server is almost full, for all files: they are silenced soon after there is space again. */
const MAX_DISK_RETRY_MS = 5 * RETRY_MS;

/**
 * Stores that a check failed. The file stays, and isn't served. `isVerdict`: the decoder itself refused the file; the
 * same refusal twice ends the attempts. Other failures are retried after a minute, later every 6 hours;
 * with `isDiskFull`, later every 5 minutes.
 */
export const failMediaCheck = async (
  context: Context,
  { media }: UncheckedMedia,
  {
    problem,
    isVerdict = false,
    isDiskFull = false,
  }: { problem: string; isVerdict?: boolean; isDiskFull?: boolean },
): Promise<void> => {
  const { organizationId } = context;
  const isFinal = isVerdict && media.checkProblem === problem;
  const pause = Math.min(
    RETRY_MS * 2 ** Math.min(media.checkFailures, 20),
    isDiskFull ? MAX_DISK_RETRY_MS : MAX_RETRY_MS,
  );
  const retryAt = isFinal ? null : context.now() + pause;
  await mutate(context, async (trx) =>
    updateFailedCheck(trx, organizationId, media, { problem, retryAt }),
  );
};
