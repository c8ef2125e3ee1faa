import { isUtf8 } from "node:buffer";
import { parse } from "content-type";
import type { Adapter } from "../graph/dialers/adapters/adapter.js";
import type { VendorRequest } from "../graph/core/inbound.js";
import { requireAdapter, sanitizeName } from "../graph/dialers/adapters/index.js";
import { truncateNames } from "../graph/dialers/payload.js";
import { Failure, classifyError, invalidField } from "../graph/core/errors.js";
import { logInboundSeparately, buildRefusal } from "../graph/calls/log.js";
import { MAX_KEPT_PAYLOAD_BYTES } from "../graph/calls/max-payload.js";
import { type InboundRequest } from "../graph/core/inbound.js";
import {
  DEFAULT_MAX_BODY_BYTES,
  isCompressed,
  parseJsonObject,
  readBodyBytes,
  readJsonBytes,
} from "./body.js";
import type { RestContext } from "./rest-context.js";
import type { RestServices } from "./rest-services.js";
import type { CompiledRoute } from "./route.js";

type Values = Record<string, unknown>;
type RestHandler = (ctx: RestContext) => Promise<void>;

const decoder = new TextDecoder("utf-8", { fatal: true });

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parseMediaType = (header: string): string => {
  try {
    return parse(header).type;
  } catch {
    return "";
  }
};

const FORM = "application/x-www-form-urlencoded";

/** Decodes a body. The bytes of a form that isn't UTF-8 are encoded, so that its parser names the field. */
const decodeBody = (bytes: Buffer, mediaType: string): string => {
  if (mediaType !== FORM || isUtf8(bytes)) return decoder.decode(bytes);
  return bytes
    .toString("latin1")
    .replaceAll(/[\u0080-\u00FF]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
};

const buildVendorRequest = (
  services: RestServices,
  ctx: RestContext,
  body: string,
): VendorRequest => ({
  body,
  header: (name) => ctx.get(name),
  url: services.publicUrl + ctx.url,
});

/** The largest size that the log stores: a signed 32-bit integer. */
const MAX_LOGGED_BYTES = 2 ** 31 - 1;

/** Builds the log entry of a request before its body is read. */
const createInbound = (
  services: RestServices,
  ctx: RestContext,
  channel: string,
): InboundRequest => ({
  channel,
  receivedAt: services.now(),
  request: buildVendorRequest(services, ctx, ""),
  bytes: Math.min(Number(ctx.get("content-length")) || 0, MAX_LOGGED_BYTES),
  redactedBody: { text: "", readable: false },
  ignoredFields: [],
});

/** Parses the user's email in the URL; undefined if absent. @throws INVALID_FIELD */
const parseUserEmail = ({ querystring }: RestContext): string | undefined => {
  const emails = new URLSearchParams(querystring).getAll("user_email");
  if (emails.length > 1) throw invalidField("user_email", "is given twice");
  return emails[0] || undefined;
};

/** Returns the payload for the log, without secrets. */
const redactPayload = (
  { secretFields, mediaTypes }: Adapter,
  values: Values,
  body: string,
): string => {
  // A JWT's text encodes its fields, so the log stores the fields instead.
  if (!secretFields && !mediaTypes.includes("application/jwt")) return body;
  const redacted = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      secretFields?.includes(name) ? "***" : value,
    ]),
  );
  return JSON.stringify(redacted);
};

/** Reads a phone system's own webhook. @throws Failure if the request is invalid; the adapter checks its content later */
const readVendorCall = async (
  services: RestServices,
  ctx: RestContext,
  inbound: InboundRequest,
  limit: number,
): Promise<{ adapter: Adapter; body: Values | undefined }> => {
  const adapter = requireAdapter(inbound.channel);
  inbound.userEmail = parseUserEmail(ctx);
  const bytes = await readBodyBytes(ctx, limit);
  inbound.bytes = bytes.length;
  // A handshake has no body and no content type.
  if (bytes.length === 0 && adapter.answerHandshake) return { adapter, body: undefined };
  const mediaType = parseMediaType(ctx.get("content-type"));
  if (!adapter.mediaTypes.includes(mediaType) || isCompressed(ctx))
    throw new Failure(
      "UNSUPPORTED_MEDIA_TYPE",
      `The body must be ${adapter.mediaTypes.join(" or ")}`,
    );
  let payload: unknown;
  let body = "";
  try {
    body = decodeBody(bytes, mediaType);
    payload = adapter.parse(body);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The log doesn't store this payload either: the sender may not own the signature.
    throw new Failure("INVALID_JSON", "The body doesn't match its content type");
  }
  if (!isObject(payload)) throw new Failure("INVALID_JSON", "The body must be a JSON object");
  inbound.redactedBody = { text: redactPayload(adapter, payload, body), readable: true };
  inbound.request = buildVendorRequest(services, ctx, body);
  const { userEmail } = inbound;
  return { adapter, body: { payload, ...(userEmail !== undefined && { user_email: userEmail }) } };
};

/** Reads a call in debrief's own format. @throws Failure if the request is invalid; the operation checks its content later */
const readOwnCall = async (
  ctx: RestContext,
  inbound: InboundRequest,
  { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, variables }: CompiledRoute,
): Promise<Values> => {
  const bytes = await readJsonBytes(ctx, maxBodyBytes);
  inbound.bytes = bytes.length;
  // One byte above the limit marks the stored payload as truncated.
  inbound.redactedBody = {
    text: bytes.subarray(0, MAX_KEPT_PAYLOAD_BYTES + 1).toString("utf8"),
    readable: false,
  };
  const body = await parseJsonObject(bytes);
  inbound.redactedBody.readable = true;
  inbound.ignoredFields = truncateNames(
    Object.keys(body).filter((name) => !variables.some((variable) => variable.name === name)),
  );
  const { call_id: callId } = body;
  if (typeof callId === "string" && callId.length <= 1024) inbound.callId = callId;
  return body;
};

const PROBE_MESSAGE = "The phone system sent a handshake request";

/** Responds to a handshake of the phone system. Returns false if the request is a call. */
const answerProbe = async (
  services: RestServices,
  ctx: RestContext,
  inbound: InboundRequest,
  adapter: Adapter,
): Promise<boolean> => {
  const headers = adapter.answerHandshake?.(inbound.request);
  if (!headers) return false;
  await logInboundSeparately(services, ctx.state.credential.organizationId!, inbound, {
    outcome: "ignored",
    message: PROBE_MESSAGE,
  });
  ctx.set(headers);
  ctx.body = { recording: null, message: PROBE_MESSAGE };
  return true;
};

/**
 * Creates the handler of a URL that receives calls from phone systems. The core logs accepted
 * requests; this handler logs refused ones.
 */
export const createInboundHandler = (
  services: RestServices,
  route: CompiledRoute,
  kind: NonNullable<CompiledRoute["inboundKind"]>,
  handle: RestHandler,
): RestHandler => {
  const receive = async (ctx: RestContext, inbound: InboundRequest): Promise<void> => {
    if (kind === "adapter") {
      const limit = route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
      const { adapter, body } = await readVendorCall(services, ctx, inbound, limit);
      if (body === undefined && (await answerProbe(services, ctx, inbound, adapter)))
        return undefined;
      ctx.state.body = body ?? {};
    } else ctx.state.body = await readOwnCall(ctx, inbound, route);
    return handle(ctx);
  };
  return async (ctx) => {
    const channel = kind === "adapter" ? sanitizeName(ctx.params["adapter"]!) : kind;
    const inbound = (ctx.state.inbound = createInbound(services, ctx, channel));
    try {
      await receive(ctx, inbound);
    } catch (error) {
      const { failure } = classifyError(error);
      const { organizationId } = ctx.state.credential;
      const result = { outcome: "refused", ...buildRefusal(failure) } as const;
      // The sender is unknown, so the log doesn't store the payload.
      if (failure.code === "UNAUTHENTICATED") inbound.redactedBody = { text: "", readable: false };
      // A failure to log must not hide the refusal's reason from the sender.
      if (failure.code !== "UNAVAILABLE")
        await logInboundSeparately(services, organizationId!, inbound, result).catch(
          (logError: unknown) => {
            ctx.state.error ??= logError;
          },
        );
      throw error;
    }
  };
};
