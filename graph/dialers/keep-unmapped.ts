import {
  buildCallKey,
  deleteUnmappedCall,
  findUnmappedCall,
  sumUnmappedCalls,
  type UnmappedCallRow,
  upsertUnmappedCall,
} from "../../db/dialers/unmapped-calls.js";
import type { Db } from "../../db/engine/connect.js";
import { parseSentPhone } from "../clients/customers.js";
import type { Context } from "../core/context.js";
import type { Effects } from "../core/effects.js";
import { Failure } from "../core/errors.js";
import { mutate } from "../core/mutate.js";
import { namesUser, type SentNumber } from "../recordings/call-user.js";
import type { CallInput } from "../recordings/call-input.js";

/** Of an organization. */
const MAX_UNMAPPED_CALLS = 5_000;
/** Of their inputs, without files. */
const MAX_UNMAPPED_BYTES = 256 * 1024 ** 2;

/** The end of the failure's reason where the call is kept. */
export const WAITS_FOR_USER = "the call waits until it is";

/** Completes a call that names no user with what is kept of the same call. */
export const withKeptPart = async (
  { db, organizationId, scope }: Pick<Context, "db" | "organizationId" | "scope">,
  input: CallInput,
): Promise<CallInput> => {
  // A call that waits for a user isn't one of those whom a narrowed caller sees.
  if (namesUser(input) || scope) return input;
  const kept = await findUnmappedCall(db, organizationId, buildCallKey(input.callId));
  if (!kept) return input;
  const earlier = JSON.parse(kept.input) as CallInput;
  return { ...earlier, ...input, startedAt: earlier.startedAt };
};

/** Returns the call with the time of its first send, which later ones don't change. */
const withFirstTime = (
  input: CallInput,
  before: Pick<UnmappedCallRow, "input"> | undefined,
): CallInput => {
  const createdAt = before && (JSON.parse(before.input) as CallInput).createdAt;
  return typeof createdAt === "number" ? { ...input, createdAt } : input;
};

/** Deletes what is kept of a call that has its user by now, and its file. */
export const dropKeptCall = async (
  trx: Db,
  { organizationId, upload }: Pick<Context, "organizationId" | "upload">,
  effects: Effects,
  callId: string,
): Promise<void> => {
  const kept = await findUnmappedCall(trx, organizationId, buildCallKey(callId));
  if (!kept) return;
  await deleteUnmappedCall(trx, organizationId, kept.callKey);
  if (kept.file !== null && kept.file !== upload?.file) effects.filesToDelete.push(kept.file);
};

const fieldByKind = { extension: "extension", phone: "userPhone" } as const;

/** Builds the failure of a call whose number no user has. `outcome`: what becomes of the call. */
export const buildUnmappedFailure = ({ kind }: SentNumber, outcome: string): Failure =>
  new Failure("USER_NOT_FOUND", `isn't an active user's; ${outcome}`, fieldByKind[kind]);

/**
 * Keeps a call, with its uploaded file, until a user has its number. The same call again replaces it, and keeps the
 * file where it brings none. Returns the failure that the sender receives.
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
  const outcome = isKept ? WAITS_FOR_USER : "the call isn't kept: too many wait already";
  return buildUnmappedFailure(number, outcome);
};
