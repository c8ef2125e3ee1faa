import { parseExactJson } from "../core/exact-json.js";
import {
  buildCallKey,
  deleteUnmappedCall,
  findUnmappedCall,
  sumUnmappedCalls,
  type UnmappedCallRow,
  upsertUnmappedCall,
} from "../../db/dialers/unmapped-calls.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { findMedia } from "../../db/recordings/media.js";
import { parseSentPhone } from "../clients/customers.js";
import type { Context } from "../context/context.js";
import type { Effects } from "../context/effects.js";
import { Failure } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { attachUpload } from "../recordings/media.js";
import { namesUser, type SentNumber } from "./call-user.js";
import type { CallInput, IngestedCall } from "./call-input.js";

/** The most calls that wait for a user, per organization. */
const MAX_UNMAPPED_CALLS = 5_000;
/** The most bytes of their inputs, without files. */
const MAX_UNMAPPED_BYTES = 256 * 1024 ** 2;

/** The end of the error message if the call is held. */
export const WAITS_FOR_USER = "the call waits until it is";

/** Completes a call without a user from the held parts of the same call. */
export const withKeptPart = async (
  { db, organizationId, scope }: Pick<Context, "db" | "organizationId" | "scope">,
  input: IngestedCall,
): Promise<IngestedCall> => {
  // A scoped caller may not see calls that wait for a user.
  if (namesUser(input) || scope) return input;
  const kept = await findUnmappedCall(db, organizationId, buildCallKey(input.callId));
  if (!kept) return input;
  const earlier = parseExactJson(kept.input) as IngestedCall;
  const { transcriptNotices } = input.transcript ? input : earlier;
  return { ...earlier, ...input, transcriptNotices, startedAt: earlier.startedAt };
};

/** Returns the call with the time of its first send, which later sends don't change. */
const withFirstTime = (
  input: CallInput,
  before: Pick<UnmappedCallRow, "input"> | undefined,
): CallInput => {
  const createdAt = before && (JSON.parse(before.input) as CallInput).createdAt;
  return typeof createdAt === "number" ? { ...input, createdAt } : input;
};

/** Deletes the held parts of a call that now has a user. Attaches the held file to a recording without media. */
export const endWait = async (
  trx: Db,
  context: Context,
  effects: Effects,
  { id, callId, status }: Pick<RecordingRow, "id" | "status"> & { callId: string },
): Promise<void> => {
  const { organizationId } = context;
  const kept = await findUnmappedCall(trx, organizationId, buildCallKey(callId));
  if (!kept) return;
  const { callKey, file, fileType, fileBytes } = kept;
  await deleteUnmappedCall(trx, organizationId, callKey);
  if (file === null || file === context.upload?.file) return;
  const isMissing =
    status !== "processed" && (await findMedia(trx, organizationId, id)) === undefined;
  if (!isMissing) return void effects.filesToDelete.push(file);
  const upload = { file, type: fileType!, bytes: fileBytes!, keep: () => {} };
  await attachUpload(trx, { ...context, upload }, effects, id);
};

const fieldByKind = { extension: "extension", phone: "userPhone" } as const;

/** Builds the error for a call with an unassigned number. `outcome`: what happens to the call. */
export const buildUnmappedFailure = ({ kind }: SentNumber, outcome: string): Failure =>
  new Failure("USER_NOT_FOUND", `isn't an active user's; ${outcome}`, fieldByKind[kind]);

/**
 * Holds a call, with its uploaded file, until a user has its number. Sending the call again replaces it; without a new
 * file, the earlier file stays. Returns the error for the sender.
 */
export const keepUnmappedCall = async (
  context: Context,
  input: CallInput,
  adapter: string | null,
  number: SentNumber,
): Promise<Failure> => {
  const { organizationId, upload } = context;
  const callKey = buildCallKey(input.callId);
  const isKept = await mutate(context, async (trx, effects) => {
    const before = await findUnmappedCall(trx, organizationId, callKey);
    const text = JSON.stringify(withFirstTime(input, before));
    const bytes = Buffer.byteLength(text);
    const kept = await sumUnmappedCalls(trx, organizationId);
    const growth = bytes - (before?.bytes ?? 0);
    if (!before && kept.calls >= MAX_UNMAPPED_CALLS) return false;
    if (growth > 0 && kept.bytes + growth > MAX_UNMAPPED_BYTES) return false;
    if (upload && before?.file && before.file !== upload.file)
      effects.filesToDelete.push(before.file);
    const file = upload
      ? { file: upload.file, fileType: upload.type, fileBytes: upload.bytes }
      : {
          file: before?.file ?? null,
          fileType: before?.fileType ?? null,
          fileBytes: before?.fileBytes ?? null,
        };
    await upsertUnmappedCall(trx, organizationId, {
      callKey,
      kind: number.kind,
      number: number.text,
      adapter,
      receivedAt: context.now(),
      bytes,
      ...file,
      customerId: input.customer?.id ?? null,
      customerEmail: input.customer?.email ?? null,
      customerPhone: (await parseSentPhone(trx, organizationId, input.customerPhone)) ?? null,
      input: text,
    });
    upload?.keep();
    return true;
  });
  const outcome = isKept
    ? WAITS_FOR_USER
    : "the call isn't stored: too many calls are already waiting";
  return buildUnmappedFailure(number, outcome);
};
