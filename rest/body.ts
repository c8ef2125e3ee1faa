import { parse } from "content-type";
import type { Context } from "koa";
import getRawBody from "raw-body";
import { Failure } from "../graph/errors.js";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Whether a content-type is that of the bodies that we take. */
export const isJson = (header: string): boolean => {
  try {
    const { type, parameters } = parse(header);
    const charset = parameters["charset"]?.toLowerCase() ?? "utf-8";
    return type === "application/json" && (charset === "utf-8" || charset === "utf8");
  } catch {
    // What is no media type at all is not the one that we take.
    return false;
  }
};

/** Whether the body is compressed or the like, which we do not take. */
export const isEncoded = (ctx: Context): boolean =>
  !["", "identity"].includes(ctx.get("content-encoding").toLowerCase());

/** The request's body, up to a limit. @throws PAYLOAD_TOO_LARGE, INVALID_JSON */
export const readBytes = async (ctx: Context, limit: number): Promise<Buffer> => {
  try {
    return await getRawBody(ctx.req, { limit, length: ctx.get("content-length") || null });
  } catch (error) {
    if ((error as { type?: string }).type === "entity.too.large")
      throw new Failure("PAYLOAD_TOO_LARGE", `The body may have ${limit} bytes`);
    throw new Failure("INVALID_JSON", "The body did not arrive whole");
  }
};

/**
 * The request's body, which has to be JSON. Reading stops once it is over the limit (bytes).
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON
 */
export const readJsonBytes = async (ctx: Context, limit: number): Promise<Buffer> => {
  if (!isJson(ctx.get("content-type")) || isEncoded(ctx))
    throw new Failure("UNSUPPORTED_MEDIA_TYPE", "The body must be application/json in UTF-8");
  return readBytes(ctx, limit);
};

/** The JSON object in a body. @throws INVALID_JSON */
export const parseObject = (bytes: Buffer): Record<string, unknown> => {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw new Failure("INVALID_JSON", "The body is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Failure("INVALID_JSON", "The body must be a JSON object");
  return value as Record<string, unknown>;
};

/** Both of these. */
export const readJson = async (ctx: Context, limit: number): Promise<Record<string, unknown>> =>
  parseObject(await readJsonBytes(ctx, limit));
