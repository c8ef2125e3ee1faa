import { hash } from "node:crypto";
import type { Caller } from "../graph/turns/caller.js";
import { createContext } from "../graph/context/context.js";
import type { Credential } from "../graph/core/credential.js";
import { Failure } from "../graph/core/errors.js";
import type { InboundRequest } from "../graph/core/inbound.js";
import type { UploadedFile } from "../graph/core/ports.js";
import type { Notice } from "../graph/recordings/notice-list.js";
import { pauseIfLarge } from "../graph/turns/pause-if-large.js";
import type { RestServices } from "./rest-services.js";
import type { CompiledRepresentation, CompiledRoute } from "./route.js";

/** One call of a route's operation. */
export interface OperationRequest {
  /** Values that match the route's variables. */
  values: Record<string, unknown>;
  /** What was left out or repaired in the transcript's text. */
  notices?: Notice[] | undefined;
  credential: Credential;
  requestId: string;
  upload?: UploadedFile | undefined;
  inbound?: InboundRequest | undefined;
  /** Returns the IP address of the caller. */
  address?: (() => string | undefined) | undefined;
  /** Only for a GET. */
  caller?: Caller | undefined;
  /** Only for a GET; undefined for JSON. */
  representation?: CompiledRepresentation | undefined;
}

export interface OperationResponse {
  body: string;
  /** Only for a GET. */
  etag?: string;
  /** Undefined for JSON. */
  mediaType?: string | undefined;
}

const omitNullInItems = (response: unknown, fieldsByList: Record<string, string[]>): unknown => {
  for (const [list, fields] of Object.entries(fieldsByList))
    // Changes in place are safe: the response belongs to this request. JSON omits undefined.
    for (const item of (response as Record<string, Record<string, unknown>[]>)[list]!)
      for (const field of fields) if (item[field] === null) item[field] = undefined;
  return response;
};

const buildResponse = (route: CompiledRoute, data: Record<string, unknown>): unknown => {
  if (route.staticResponse) return route.staticResponse;
  const [result] = Object.values(data);
  if (result === null && route.notFoundMessage)
    throw new Failure("NOT_FOUND", route.notFoundMessage);
  if (route.message !== undefined) return { message: route.message, ...data };
  const response = "body" in data ? data["body"] : data;
  for (const field of route.omitNull ?? [])
    if ((response as Record<string, unknown>)[field] === null)
      delete (response as Record<string, unknown>)[field];
  return route.omitNullInItems ? omitNullInItems(response, route.omitNullInItems) : response;
};

/** Runs a route's operation. @throws the first error, which uses the schema's field names */
export const runOperation = async (
  services: RestServices,
  route: CompiledRoute,
  {
    values,
    notices,
    credential,
    requestId,
    upload,
    inbound,
    address,
    caller,
    representation,
  }: OperationRequest,
): Promise<OperationResponse> => {
  const context = createContext(services, credential, requestId, { address, caller });
  context.upload = upload;
  context.inboundRequest = inbound;
  context.transcriptNotices = notices;
  const { data, errors } = await (representation ?? route).run(context, values);
  if (errors?.[0]) throw errors[0];
  const response = buildResponse(route, data ?? {});
  const body = representation
    ? await representation.format(response as never)
    : JSON.stringify(response);
  const pause = pauseIfLarge(context.organizationId, body.length);
  if (pause) await pause;
  if (route.method !== "get") return { body };
  const etag = `W/"${hash("sha1", body, "base64url")}"`;
  if (pause) await pauseIfLarge(context.organizationId, body.length);
  return { body, etag, mediaType: representation?.mediaType };
};
