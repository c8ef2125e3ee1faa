import type { AnswerShares } from "../graph/turns/answer-shares.js";
import { releaseWhenSent } from "./release-when-sent.js";
import type { UploadedFile } from "../graph/core/ports.js";
import { classifyError } from "../graph/core/errors.js";
import { validateRequired, validateValues } from "../graph/arguments/variables.js";
import { yieldToEventLoop } from "../graph/turns/yield-to-event-loop.js";
import { DEFAULT_MAX_BODY_BYTES, readJson } from "./body.js";
import { isNotModified } from "./is-not-modified.js";
import { HttpCaller } from "./http-caller.js";
import { hasLargeBody } from "./large-bodies.js";
import {
  addPathParameters,
  type ParsedVariables,
  readBody,
  readQuery,
  renameFailureField,
} from "./request-variables.js";
import type { RestContext } from "./rest-context.js";
import type { RestServices } from "./rest-services.js";
import type { CompiledRepresentation, CompiledRoute } from "./route.js";
import { type OperationResponse, runOperation } from "./run-operation.js";
import { parseTranscriptVariable } from "./transcript-variable.js";
import { receiveUpload } from "./upload.js";

/** Returns whether the route reads a request body. */
export const hasBody = ({ method }: CompiledRoute): boolean =>
  method === "post" || method === "put";

/** Runs `work` and renames the field of its failure to the caller's name. Logs unexpected errors. */
export const withCallerNames = async <T>(
  route: CompiledRoute,
  ctx: { state: Pick<RestContext["state"], "error"> },
  parsed: ParsedVariables,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { failure, unexpected } = classifyError(error);
    if (unexpected) ctx.state.error = error;
    // A parsing failure already uses the caller's names.
    throw error === parsed.failure
      ? error
      : renameFailureField(failure, route.variables, parsed.sentNames);
  }
};

/** Validates the values of a route's variables. @throws the first failure */
export const checkVariables = async (
  route: CompiledRoute,
  parsed: ParsedVariables,
): Promise<void> => {
  await parseTranscriptVariable(route, parsed);
  const { variables } = route;
  const { values, failure } = parsed;
  validateRequired(variables, values);
  if (failure) throw failure;
  validateValues(variables, values);
};

/** Returns the representation that the caller prefers; undefined for JSON. */
const chooseRepresentation = (
  { representations }: CompiledRoute,
  ctx: RestContext,
): CompiledRepresentation | undefined => {
  if (representations.length === 0) return undefined;
  const chosen = ctx.accepts(
    "application/json",
    ...representations.map(({ mediaType }) => mediaType),
  );
  return representations.find(({ mediaType }) => mediaType === chosen);
};

const checkAndRun = async (
  services: RestServices,
  route: CompiledRoute,
  ctx: RestContext,
  parsed: ParsedVariables,
  { upload, shares }: { upload?: UploadedFile; shares?: AnswerShares } = {},
): Promise<OperationResponse> => {
  addPathParameters(parsed, ctx.params, ctx.path);
  return withCallerNames(route, ctx, parsed, async () => {
    // Other requests run before each step of a large one, which takes tens of milliseconds.
    const isLarge = hasBody(route) && hasLargeBody(ctx);
    if (isLarge) await yieldToEventLoop();
    await checkVariables(route, parsed);
    if (isLarge) await yieldToEventLoop();
    const { credential, requestId, inbound } = ctx.state;
    const { values, notices } = parsed;
    const representation = chooseRepresentation(route, ctx);
    const address = () => services.addressOf?.(ctx.req);
    const request = {
      values,
      notices,
      credential,
      requestId,
      inbound,
      upload,
      address,
      representation,
    };
    if (route.method !== "get" || !shares) return runOperation(services, route, request);
    const caller = new HttpCaller(ctx.res);
    const organizationId = credential.organizationId!;
    const place = await shares.acquireForRoute(organizationId, route.path, caller);
    let bytes = 0;
    try {
      const response = await runOperation(services, route, { ...request, caller });
      bytes = response.body.length;
      return response;
    } finally {
      place.endBuilding(bytes);
      releaseWhenSent(ctx.res, bytes, place.release);
    }
  });
};

const handleRequest = async (
  services: RestServices,
  route: CompiledRoute,
  ctx: RestContext,
  shares: AnswerShares,
): Promise<OperationResponse> => {
  if (route.isUpload)
    return receiveUpload(services, route, ctx, {
      check: async (parsed) =>
        withCallerNames(route, ctx, parsed, async () => checkVariables(route, parsed)),
      run: async (parsed, upload) => checkAndRun(services, route, ctx, parsed, { upload }),
    });
  const parsed = hasBody(route)
    ? readBody(
        route,
        ctx.state.body ?? (await readJson(ctx, route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES)),
        ctx.querystring,
      )
    : readQuery(route, ctx.querystring);
  return checkAndRun(services, route, ctx, parsed, { shares });
};

/** Creates the handler of a route. Every endpoint under /v1 uses it. */
export const createHandler =
  (services: RestServices, route: CompiledRoute, shares: AnswerShares) =>
  async (ctx: RestContext): Promise<void> => {
    const { body, etag, mediaType } = await handleRequest(services, route, ctx, shares);
    const { headers } = ctx.state;
    ctx.state.json = body;
    if (mediaType !== undefined) headers["content-type"] = `${mediaType}; charset=utf-8`;
    if (route.representations.length > 0) headers["vary"] = "accept";
    if (etag === undefined) return;
    headers["etag"] = etag;
    headers["cache-control"] = "private, no-cache";
    if (!isNotModified(ctx.get("if-none-match"), etag)) return;
    delete ctx.state.json;
    ctx.status = 304;
  };
