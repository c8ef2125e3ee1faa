import { parseExactJson } from "../graph/core/exact-json.js";
import { parse } from "content-type";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { Failure } from "../graph/core/errors.js";
import { checkJsonLimits } from "../graph/arguments/body-limits.js";
import { yieldToEventLoop } from "../graph/turns/yield-to-event-loop.js";
import { LARGE_BODY_BYTES } from "./large-bodies.js";
import type { RequestState } from "./rest-context.js";

/** Maximum size of a body if its route sets no other limit. */
export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Returns whether a content-type is application/json in UTF-8. */
export const isJsonType = (header: string): boolean => {
  try {
    const { type, parameters } = parse(header);
    const charset = parameters["charset"]?.toLowerCase() ?? "utf-8";
    return type === "application/json" && (charset === "utf-8" || charset === "utf8");
  } catch {
    // The header is not a media type.
    return false;
  }
};

/** Returns whether the body has a content encoding; debrief decodes none. */
export const isCompressed = (ctx: Context): boolean =>
  !["", "identity"].includes(ctx.get("content-encoding").toLowerCase());

/** Reads the body, at most `limit` bytes. @throws PAYLOAD_TOO_LARGE, INVALID_JSON if it ends early */
export const readBodyBytes = async (ctx: Context, limit: number): Promise<Buffer> => {
  try {
    const bytes = await getRawBody(ctx.req, { limit, length: ctx.get("content-length") || null });
    // A body without a declared length also waited for a slot.
    if (bytes.length <= LARGE_BODY_BYTES) (ctx.state as RequestState).leaveBodyShare?.();
    return bytes;
  } catch (error) {
    if ((error as { type?: string }).type === "entity.too.large")
      throw new Failure("PAYLOAD_TOO_LARGE", `The body may have at most ${limit} bytes`);
    throw new Failure("INVALID_JSON", "The body is incomplete");
  }
};

/**
 * Reads a JSON body without parsing it. Reading stops above `limit` bytes.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON
 */
export const readJsonBytes = async (ctx: Context, limit: number): Promise<Buffer> => {
  if (!isJsonType(ctx.get("content-type")) || isCompressed(ctx))
    throw new Failure("UNSUPPORTED_MEDIA_TYPE", "The body must be application/json in UTF-8");
  return readBodyBytes(ctx, limit);
};

/** Parses the JSON object in a body. Other requests run between the steps of a large one. @throws INVALID_JSON */
export const parseJsonObject = async (bytes: Buffer): Promise<Record<string, unknown>> => {
  const yieldIfLarge = async (): Promise<void> => {
    if (bytes.length > LARGE_BODY_BYTES) await yieldToEventLoop();
  };
  let value: unknown;
  try {
    const text = decoder.decode(bytes);
    checkJsonLimits(text);
    await yieldIfLarge();
    value = parseExactJson(text);
    await yieldIfLarge();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("INVALID_JSON", "The body is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Failure("INVALID_JSON", "The body must be a JSON object");
  return value as Record<string, unknown>;
};

/** Reads a JSON body and parses its object. @throws the errors of readJsonBytes and parseJsonObject */
export const readJson = async (ctx: Context, limit: number): Promise<Record<string, unknown>> =>
  parseJsonObject(await readJsonBytes(ctx, limit));
