import { parse } from "content-type";
import type { Adapter, Asked } from "../graph/dialers/adapter.js";
import { adapterOf, shown } from "../graph/dialers/index.js";
import { unreadNames } from "../graph/dialers/payload.js";
import { Failure, failureOf, invalidField } from "../graph/errors.js";
import { type Inbound, KEPT_BYTES, logAlone, refusalOf } from "../graph/inbound.js";
import { isEncoded, parseObject, readBytes, readJsonBytes } from "./body.js";
import { BODY_LIMIT, type Context, type RestServices } from "./handler.js";
import type { CompiledRoute } from "./route.js";

type Values = Record<string, unknown>;
type Handle = (ctx: Context) => Promise<void>;

const decoder = new TextDecoder("utf-8", { fatal: true });

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const typeOf = (header: string): string => {
  try {
    return parse(header).type;
  } catch {
    return "";
  }
};

const asked = (services: RestServices, ctx: Context, body: string): Asked => ({
  body,
  header: (name) => ctx.get(name),
  url: services.publicUrl + ctx.url,
});

/** What a body is at most said to have; the log counts in 32 bits. */
const MOST_BYTES = 2 ** 31 - 1;

/** A call whose body has not been read. */
const unread = (services: RestServices, ctx: Context, way: string): Inbound => ({
  way,
  receivedAt: services.now(),
  asked: asked(services, ctx, ""),
  bytes: Math.min(Number(ctx.get("content-length")) || 0, MOST_BYTES),
  kept: { text: "", readable: false },
  unread: [],
});

/** What the URL says of whose call it is. @throws INVALID_FIELD */
const userEmailOf = ({ querystring }: Context): string | undefined => {
  const given = new URLSearchParams(querystring).getAll("user_email");
  if (given.length > 1) throw invalidField("user_email", "is given twice");
  return given[0] || undefined;
};

/** What may be kept of a payload: its secrets may not, wherever they stand in the text. */
const keptOf = ({ secretFields, types }: Adapter, values: Values, body: string): string => {
  // A token has its claims only to whoever takes it apart.
  if (!secretFields && !types.includes("application/jwt")) return body;
  const bare = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      secretFields?.includes(name) ? "***" : value,
    ]),
  );
  return JSON.stringify(bare);
};

/** A call of a phone system by its own webhook. @throws what is wrong with the request, but for what it says */
const readDialer = async (
  services: RestServices,
  ctx: Context,
  inbound: Inbound,
  limit: number,
): Promise<{ adapter: Adapter; body: Values | undefined }> => {
  const adapter = adapterOf(inbound.way);
  inbound.userEmail = userEmailOf(ctx);
  const bytes = await readBytes(ctx, limit);
  inbound.bytes = bytes.length;
  // Who only asks whether somebody is here has nothing to say, and no type of it.
  if (bytes.length === 0 && adapter.greeting) return { adapter, body: undefined };
  if (!adapter.types.includes(typeOf(ctx.get("content-type"))) || isEncoded(ctx))
    throw new Failure("UNSUPPORTED_MEDIA_TYPE", `The body must be ${adapter.types.join(" or ")}`);
  let payload: unknown;
  let body = "";
  try {
    body = decoder.decode(bytes);
    payload = adapter.parse(body);
  } catch {
    // Nor is it kept: whoever sent it may not be who signs.
    throw new Failure("INVALID_JSON", "The body is not what its type says");
  }
  if (!isObject(payload)) throw new Failure("INVALID_JSON", "The body must be a JSON object");
  inbound.kept = { text: keptOf(adapter, payload, body), readable: true };
  inbound.asked = asked(services, ctx, body);
  const { userEmail } = inbound;
  return { adapter, body: { payload, ...(userEmail !== undefined && { user_email: userEmail }) } };
};

/** A call in the names of our own. @throws what is wrong with the request, but for what it says */
const readOwn = async (
  ctx: Context,
  inbound: Inbound,
  { bodyLimit = BODY_LIMIT, variables }: CompiledRoute,
): Promise<Values> => {
  const bytes = await readJsonBytes(ctx, bodyLimit);
  inbound.bytes = bytes.length;
  // One byte more than is kept tells that it is not all.
  inbound.kept = { text: bytes.subarray(0, KEPT_BYTES + 1).toString("utf8"), readable: false };
  const body = parseObject(bytes);
  inbound.kept.readable = true;
  inbound.unread = unreadNames(
    Object.keys(body).filter((name) => !variables.some((one) => one.name === name)),
  );
  const { call_id: callId } = body;
  if (typeof callId === "string" && callId.length <= 1024) inbound.callId = callId;
  return body;
};

const GREETED = "The phone system asked whether somebody is here";

/** Answers who only asks whether somebody is here; false where that is not all. */
const greet = async (
  services: RestServices,
  ctx: Context,
  inbound: Inbound,
  adapter: Adapter,
): Promise<boolean> => {
  const headers = adapter.greeting?.(inbound.asked);
  if (!headers) return false;
  await logAlone(services, ctx.state.credential.organizationId!, inbound, {
    outcome: "ignored",
    message: GREETED,
  });
  ctx.set(headers);
  ctx.body = { recording: null, message: GREETED };
  return true;
};

/**
 * The handler of a URL that phone systems send calls to. What comes in is logged: by the core where it comes to
 * something, here where it is refused.
 */
export const receiving = (
  services: RestServices,
  route: CompiledRoute,
  kind: NonNullable<CompiledRoute["inbound"]>,
  handle: Handle,
): Handle => {
  const receive = async (ctx: Context, inbound: Inbound): Promise<void> => {
    if (kind === "adapter") {
      const limit = route.bodyLimit ?? BODY_LIMIT;
      const { adapter, body } = await readDialer(services, ctx, inbound, limit);
      if (body === undefined && (await greet(services, ctx, inbound, adapter))) return undefined;
      ctx.state.body = body ?? {};
    } else ctx.state.body = await readOwn(ctx, inbound, route);
    return handle(ctx);
  };
  return async (ctx) => {
    const way = kind === "adapter" ? shown(ctx.params["adapter"]!) : kind;
    const inbound = (ctx.state.inbound = unread(services, ctx, way));
    try {
      await receive(ctx, inbound);
    } catch (error) {
      const { failure } = failureOf(error);
      const { organizationId } = ctx.state.credential;
      const result = { outcome: "refused", ...refusalOf(failure) } as const;
      // Anybody may have sent it.
      if (failure.code === "UNAUTHENTICATED") inbound.kept = { text: "", readable: false };
      // Whoever sent it is told why it was refused, whether or not that could be written down.
      if (failure.code !== "UNAVAILABLE")
        await logAlone(services, organizationId!, inbound, result).catch((unwritten: unknown) => {
          ctx.state.error ??= unwritten;
        });
      throw error;
    }
  };
};
