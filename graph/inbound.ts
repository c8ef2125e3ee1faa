import type { Db } from "../db/connect.js";
import { type InboundResult, insertInboundCall, updateInboundCall } from "../db/inbound-calls.js";
import { write } from "../db/write.js";
import type { CallInput } from "./calls.js";
import type { Services } from "./context.js";
import type { Asked } from "./dialers/adapter.js";
import type { Failure } from "./errors.js";

/** Bytes of a payload that are kept. */
export const KEPT_BYTES = 64 * 1024;

/** A call as it comes in over HTTP, for the log of these: what is known of it as it becomes known. */
export interface Inbound {
  /** The URL that it came to: key, token, or an adapter's name. */
  way: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  asked: Asked;
  /** Of the body as it came. */
  bytes: number;
  /** What may be kept of the body, and whether that can be read again. */
  kept: { text: string; readable: boolean };
  /** Whose call the URL says it was. */
  userEmail?: string | undefined;
  callId?: string | undefined;
  /** The names of what was not read. */
  unread: string[];
  understood?: object;
  /** The entry of the log that it is read again of. */
  replayOf?: string;
}

/** A call as it was read, without what was said in it. */
export const told = (input: CallInput): object => ({
  ...input,
  startedAt: new Date(input.startedAt).toISOString(),
  ...(input.transcript && { transcript: { utterances: input.transcript.length } }),
});

/** As many as a call id that is taken has at most. */
const CALL_ID_CHARACTERS = 1024;

const NOTHING_WRONG = { code: null, field: null, message: null } as const;

const storable = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** What came of a call, as it is kept. */
const resultOf = (
  inbound: Pick<Inbound, "callId" | "unread" | "understood">,
  result: Pick<InboundResult, "outcome"> & Partial<InboundResult>,
): InboundResult => ({
  ...NOTHING_WRONG,
  recordingId: null,
  callId:
    inbound.callId === undefined ? null : storable(inbound.callId).slice(0, CALL_ID_CHARACTERS),
  unread: storable(JSON.stringify(inbound.unread)),
  understood: inbound.understood ? JSON.stringify(inbound.understood) : null,
  ...result,
});

export const refusalOf = ({ code, field, message }: Failure): Partial<InboundResult> => ({
  code,
  field: field === undefined ? null : storable(field),
  message: storable(message),
});

/** Writes down what came of a call, in the transaction of that: one statement. */
export const logInbound = async (
  trx: Db,
  { newId }: Pick<Services, "newId">,
  organizationId: string,
  inbound: Inbound,
  result: Pick<InboundResult, "outcome"> & Partial<InboundResult>,
): Promise<void> => {
  const { way, receivedAt, bytes, kept, userEmail, replayOf } = inbound;
  if (replayOf !== undefined)
    return updateInboundCall(trx, organizationId, replayOf, resultOf(inbound, result));
  const text = storable(kept.text);
  const isWhole = Buffer.byteLength(text) <= KEPT_BYTES;
  const payload = isWhole
    ? text
    : Buffer.from(text)
        .subarray(0, KEPT_BYTES)
        .toString("utf8")
        .replace(/\uFFFD$/, "");
  await insertInboundCall(trx, organizationId, {
    ...resultOf(inbound, result),
    id: newId(),
    way,
    receivedAt,
    userEmail: userEmail === undefined ? null : storable(userEmail),
    payloadBytes: bytes,
    readable: isWhole && kept.readable ? 1 : 0,
    payload,
  });
};

/** The same for a call that came to nothing, in a transaction of its own. */
export const logAlone = async (
  services: Pick<Services, "db" | "newId">,
  organizationId: string,
  inbound: Inbound,
  result: Pick<InboundResult, "outcome"> & Partial<InboundResult>,
): Promise<void> =>
  write(services.db, organizationId, (trx) =>
    logInbound(trx, services, organizationId, inbound, result),
  );
