import type { Services } from "../context/context.js";
import type { InboundRequest } from "../core/inbound.js";
import { MAX_KEPT_PAYLOAD_BYTES } from "./max-payload.js";
import type { CallInput } from "./call-input.js";
import { loadRedactor } from "../redaction/redactor.js";

/** Fields that identify or address something: with another value, a replay would create another call. */
const listIdentifiers = (
  { callId, channel }: InboundRequest,
  call: CallInput | undefined,
): string[] =>
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
  ].filter((text) => typeof text === "string");

/**
 * Redacts the body and the ignored field names for the log of received calls. Omits a body that can't be read or takes
 * too long to redact, because it may contain a number in any form. `call`: the parsed call.
 */
export const redactInbound = async (
  services: Pick<Services, "db" | "runRedaction">,
  organizationId: string,
  inbound: InboundRequest,
  call?: CallInput,
): Promise<void> => {
  const redactor = await loadRedactor(services, organizationId);
  if (!redactor) return;
  const { text, readable } = inbound.redactedBody;
  const isWhole = readable && Buffer.byteLength(text) <= MAX_KEPT_PAYLOAD_BYTES;
  const redacted = isWhole
    ? await redactor.redactBody({
        text,
        transcript: call?.transcript ?? undefined,
        kept: listIdentifiers(inbound, call),
      })
    : undefined;
  inbound.redactedBody =
    redacted === undefined ? { text: "", readable: false } : { text: redacted, readable };
  inbound.ignoredFields = await redactor.redactNames(inbound.ignoredFields);
};
