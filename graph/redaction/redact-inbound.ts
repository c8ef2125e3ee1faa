import type { Services } from "../core/context.js";
import type { InboundRequest } from "../core/inbound.js";
import { MAX_KEPT_PAYLOAD_BYTES } from "../dialers/max-payload.js";
import type { CallInput } from "../recordings/call-input.js";
import { redactJson, redactText } from "./redact-values.js";
import { loadRedactor, type Redactor } from "./redactor.js";

/** What finds or reaches something: another value would make a replay another call. */
const listIdentifiers = (
  { callId, channel }: InboundRequest,
  call: CallInput | undefined,
): Set<string> =>
  new Set(
    [
      callId,
      callId?.slice(channel.length + 1),
      call?.eventId,
      call?.mediaUrl,
      call?.userEmail,
      call?.userPhone,
      call?.extension,
      call?.customerPhone,
      call?.customer?.id,
      call?.customer?.email,
    ].filter((text) => typeof text === "string"),
  );

const redactForm = async (
  redactor: Redactor,
  body: string,
  isKept: (text: string) => boolean,
): Promise<string> => {
  const fields = new URLSearchParams(body);
  const redacted = new URLSearchParams();
  for (const [name, value] of fields)
    redacted.append(
      await redactText(redactor, name),
      String(await redactJson(redactor, value, name, isKept)),
    );
  // An unchanged body stays as it was sent.
  return redacted.toString() === fields.toString() ? body : redacted.toString();
};

/** Returns the body with the transcript as it was read from a text; undefined where it could not be read. */
const withReadTranscript = (values: unknown, call: CallInput | undefined): unknown => {
  if (typeof values !== "object" || values === null) return values;
  if (typeof (values as { transcript?: unknown }).transcript !== "string") return values;
  return call?.transcript ? { ...values, transcript: call.transcript } : undefined;
};

/** Returns the redacted body; undefined where it has a text that could not be read. */
const redactBody = async (
  redactor: Redactor,
  text: string,
  call: CallInput | undefined,
  isKept: (text: string) => boolean,
): Promise<string | undefined> => {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return redactForm(redactor, text, isKept);
  }
  const values = withReadTranscript(sent, call);
  if (values === undefined) return undefined;
  const redacted = JSON.stringify(await redactJson(redactor, values, "", isKept));
  return redacted === JSON.stringify(sent) ? text : redacted;
};

/**
 * Redacts the body that the log of received calls keeps. A body that can't be read is left out: a number may be in it in
 * any form. `call`: as it was understood.
 */
export const redactInbound = async (
  { db }: Pick<Services, "db">,
  organizationId: string,
  inbound: InboundRequest,
  call?: CallInput,
): Promise<void> => {
  const redactor = await loadRedactor(db, organizationId);
  if (!redactor) return;
  const { text, readable } = inbound.redactedBody;
  const identifiers = listIdentifiers(inbound, call);
  const isWhole = readable && Buffer.byteLength(text) <= MAX_KEPT_PAYLOAD_BYTES;
  const redacted = isWhole
    ? await redactBody(redactor, text, call, (value) => identifiers.has(value))
    : undefined;
  inbound.redactedBody =
    redacted === undefined ? { text: "", readable: false } : { text: redacted, readable };
};
