import type { Db } from "../../db/engine/connect.js";
import {
  eraseInboundCallsByIds,
  type InboundResult,
  insertInboundCall,
  updateInboundCall,
} from "../../db/dialers/inbound-calls.js";
import { write } from "../../db/engine/write.js";
import type { Services } from "../context/context.js";
import type { InboundRequest } from "../core/inbound.js";
import type { Failure } from "../core/errors.js";
import { MAX_KEPT_PAYLOAD_BYTES } from "./max-payload.js";
import { redactInbound } from "./redact-inbound.js";
import { isErasedCall } from "../recordings/erased-calls.js";

/** The limit of a valid call id. */
const MAX_CALL_ID_CHARACTERS = 1024;

const NO_ERROR = { code: null, field: null, message: null } as const;

const sanitizeText = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** Builds the stored result of a call. */
const buildInboundResult = (
  inbound: Pick<InboundRequest, "callId" | "ignoredFields" | "parsedCall">,
  result: Pick<InboundResult, "outcome"> & Partial<InboundResult>,
): InboundResult => ({
  ...NO_ERROR,
  recordingId: null,
  callId:
    inbound.callId === undefined
      ? null
      : sanitizeText(inbound.callId).slice(0, MAX_CALL_ID_CHARACTERS),
  ignoredFields: sanitizeText(JSON.stringify(inbound.ignoredFields)),
  parsedCall: inbound.parsedCall ? JSON.stringify(inbound.parsedCall) : null,
  ...result,
});

export const buildRefusal = ({ code, field, message }: Failure): Partial<InboundResult> => ({
  code,
  field: field === undefined ? null : sanitizeText(field),
  message: sanitizeText(message),
});

/** Logs that an erased call was sent again, without anything that its sender wrote. */
const logErasedCall = async (
  trx: Db,
  newId: () => string,
  organizationId: string,
  { channel, receivedAt, bytes, replayOf }: InboundRequest,
  { outcome, code = null }: Pick<InboundResult, "outcome"> & Partial<InboundResult>,
): Promise<void> => {
  const result = {
    ...buildInboundResult({ ignoredFields: [] }, { outcome, code }),
    field: code === "CONFLICT" ? "call_id" : null,
    message: "The recording of this call was deleted",
  };
  if (replayOf !== undefined) {
    await eraseInboundCallsByIds(trx, organizationId, [replayOf]);
    return updateInboundCall(trx, organizationId, replayOf, result);
  }
  const stored = { id: newId(), channel, receivedAt, payloadBytes: bytes };
  return insertInboundCall(trx, organizationId, {
    ...result,
    ...stored,
    userEmail: null,
    readable: 0,
    payload: null,
  });
};

/** Logs the result of a call in the transaction of its change. */
export const logInbound = async (
  trx: Db,
  services: Pick<Services, "newId" | "vault" | "erasures">,
  organizationId: string,
  inbound: InboundRequest,
  result: Pick<InboundResult, "outcome"> & Partial<InboundResult>,
): Promise<void> => {
  const { newId } = services;
  const { callId } = inbound;
  if (
    result.outcome !== "ingested" &&
    callId !== undefined &&
    (await isErasedCall(trx, services, organizationId, callId))
  )
    return logErasedCall(trx, newId, organizationId, inbound, result);
  const { channel, receivedAt, bytes, redactedBody, userEmail, replayOf } = inbound;
  if (replayOf !== undefined)
    return updateInboundCall(trx, organizationId, replayOf, buildInboundResult(inbound, result));
  const text = sanitizeText(redactedBody.text);
  const isWhole = Buffer.byteLength(text) <= MAX_KEPT_PAYLOAD_BYTES;
  const payload = isWhole
    ? text
    : Buffer.from(text)
        .subarray(0, MAX_KEPT_PAYLOAD_BYTES)
        .toString("utf8")
        .replace(/\uFFFD$/, "");
  await insertInboundCall(trx, organizationId, {
    ...buildInboundResult(inbound, result),
    id: newId(),
    channel,
    receivedAt,
    userEmail: userEmail === undefined ? null : sanitizeText(userEmail),
    payloadBytes: bytes,
    readable: isWhole && redactedBody.readable ? 1 : 0,
    payload,
  });
};

/** Logs the result of a call that changed nothing, in its own transaction. */
export const logInboundSeparately = async (
  services: Pick<Services, "db" | "newId" | "vault" | "erasures" | "runRedaction">,
  organizationId: string,
  inbound: InboundRequest,
  result: Pick<InboundResult, "outcome"> & Partial<InboundResult>,
): Promise<void> => {
  await redactInbound(services, organizationId, inbound);
  await write(services.db, organizationId, (trx) =>
    logInbound(trx, services, organizationId, inbound, result),
  );
};
