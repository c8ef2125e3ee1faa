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

const read = async (ctx: Context, limit: number): Promise<Buffer> => {
  try {
    return await getRawBody(ctx.req, { limit, length: ctx.get("content-length") || null });
  } catch (error) {
    if ((error as { type?: string }).type === "entity.too.large")
      throw new Failure("PAYLOAD_TOO_LARGE", `The body may have ${limit} bytes`);
    throw new Failure("INVALID_JSON", "The body did not arrive whole");
  }
};

/**
 * The JSON object in the request's body. Reading stops once the body is over the limit (bytes).
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON
 */
export const readJson = async (ctx: Context, limit: number): Promise<Record<string, unknown>> => {
  const encoding = ctx.get("content-encoding").toLowerCase();
  if (!isJson(ctx.get("content-type")) || (encoding !== "" && encoding !== "identity"))
    throw new Failure("UNSUPPORTED_MEDIA_TYPE", "The body must be application/json in UTF-8");
  const bytes = await read(ctx, limit);
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
