import type { Services } from "../core/context.js";
import type { InboundRequest } from "../core/inbound.js";
import { MAX_KEPT_PAYLOAD_BYTES } from "../dialers/max-payload.js";
import type { CallInput } from "../recordings/call-input.js";
import { redactJson } from "./redact-values.js";
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
    redacted.append(name, String(await redactJson(redactor, value, name, isKept)));
  // An unchanged body stays as it was sent.
  return redacted.toString() === fields.toString() ? body : redacted.toString();
};

const redactBody = async (
  redactor: Redactor,
  text: string,
  isKept: (text: string) => boolean,
): Promise<string> => {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    return redactForm(redactor, text, isKept);
  }
  const redacted = JSON.stringify(await redactJson(redactor, values, "", isKept));
  return redacted === JSON.stringify(values) ? text : redacted;
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
  inbound.redactedBody = isWhole
    ? { text: await redactBody(redactor, text, (value) => identifiers.has(value)), readable }
    : { text: "", readable: false };
};
