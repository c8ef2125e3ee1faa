import { hash } from "node:crypto";
import type { Context as KoaContext } from "koa";
import { type Attached, createContext, type Credential, type Services } from "../graph/context.js";
import { Failure, failureOf } from "../graph/errors.js";
import type { Inbound } from "../graph/inbound.js";
import { checkRequired, checkValues } from "../graph/variables.js";
import { readJson } from "./body.js";
import type { Limiter } from "./limiter.js";
import { addPath, type Read, readBody, readQuery, renamed } from "./read.js";
import type { CompiledRoute } from "./route.js";
import { takeUpload, type Uploads } from "./upload.js";

/** Bytes that a body may have where the route says nothing of it. */
export const BODY_LIMIT = 1024 * 1024;

/** What the middleware before the handler has found out about the request. */
export interface State {
  requestId: string;
  credential: Credential;
  /** For the log: the path's pattern, never the path, which can hold a secret. */
  route?: string;
  /** For the log: what went wrong inside, which no answer tells. */
  error?: unknown;
  /** The call that it sends, whose body has been read. */
  inbound?: Inbound;
  /** What the body says, where it has been read. */
  body?: Record<string, unknown>;
}

export type Context = KoaContext & { state: State; params: Record<string, string> };

/** The answer without the fields that are left out where they are null. */
const withoutNulls = (answer: unknown, lists: Record<string, string>): unknown => {
  for (const [list, field] of Object.entries(lists))
    // It is this request's own, and JSON has nothing that is undefined.
    for (const item of (answer as Record<string, Record<string, unknown>[]>)[list]!)
      if (item[field] === null) item[field] = undefined;
  return answer;
};

const answerOf = (route: CompiledRoute, data: Record<string, unknown>): unknown => {
  if (route.answer) return route.answer;
  const [found] = Object.values(data);
  if (found === null && route.missing) throw new Failure("NOT_FOUND", route.missing);
  if (route.message !== undefined) return { message: route.message, ...data };
  const answer = "body" in data ? data["body"] : data;
  for (const field of route.absent ?? [])
    if ((answer as Record<string, unknown>)[field] === null)
      delete (answer as Record<string, unknown>)[field];
  return route.leftOut ? withoutNulls(answer, route.leftOut) : answer;
};

/** What a route is asked, and by whom. */
export interface Question {
  /** They have been checked against the route's variables. */
  values: Record<string, unknown>;
  credential: Credential;
  requestId: string;
  attached?: Attached | undefined;
  /** The call that is sent, where one is. */
  inbound?: Inbound | undefined;
}

/** An answer as it is sent. */
export interface Answer {
  /** Bytes are freed once they are sent, or cannot be. */
  body: string | Buffer<ArrayBuffer>;
  /** The entity tag; what is not read has none. */
  tag?: string;
}

/** Runs a route's operation. @throws what went wrong, in the names of the schema */
export const answer = async (
  services: Services,
  route: CompiledRoute,
  { values, credential, requestId, attached, inbound }: Question,
): Promise<Answer> => {
  const context = createContext(services, credential, requestId);
  context.attached = attached;
  context.inbound = inbound;
  const { data, errors } = await route.run(context, values);
  if (errors?.[0]) throw errors[0];
  const body = JSON.stringify(answerOf(route, data ?? {}));
  return route.method === "get"
    ? { body, tag: `W/"${hash("sha1", body, "base64url")}"` }
    : { body };
};

/** The services of /v1. */
export interface RestServices extends Services {
  /** Answers the routes that are answered apart; this thread does where there is nobody else. */
  answerApart?: typeof answer | undefined;
  /** None where callers may make any number of requests. */
  limiter?: Limiter | undefined;
  /** None where nothing is uploaded. */
  uploads?: Uploads | undefined;
}

const hasBody = ({ method }: CompiledRoute): boolean => method === "post" || method === "put";

/** @throws what is wrong, in the caller's words */
const told = async <T>(
  route: CompiledRoute,
  ctx: Context,
  read: Read,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { failure, unexpected } = failureOf(error);
    if (unexpected) ctx.state.error = error;
    // A problem is already in the caller's words.
    throw error === read.problem ? error : renamed(failure, route.variables, read.given);
  }
};

const check = ({ variables }: CompiledRoute, { values, problem }: Read): void => {
  checkRequired(variables, values);
  if (problem) throw problem;
  checkValues(variables, values);
};

const perform = async (
  services: RestServices,
  route: CompiledRoute,
  ctx: Context,
  read: Read,
  attached?: Attached,
): Promise<Answer> => {
  addPath(read, ctx.params, ctx.path);
  return told(route, ctx, read, async () => {
    check(route, read);
    const { credential, requestId, inbound } = ctx.state;
    const run = (route.apart && services.answerApart) || answer;
    const question: Question = { values: read.values, credential, requestId, inbound };
    return run(services, route, attached ? { ...question, attached } : question);
  });
};

const operate = async (
  services: RestServices,
  route: CompiledRoute,
  ctx: Context,
): Promise<Answer> => {
  if (route.upload)
    return takeUpload(services, route, ctx, {
      check: async (read) => told(route, ctx, read, async () => check(route, read)),
      perform: async (read, attached) => perform(services, route, ctx, read, attached),
    });
  const read = hasBody(route)
    ? readBody(route, ctx.state.body ?? (await readJson(ctx, route.bodyLimit ?? BODY_LIMIT)))
    : readQuery(route, ctx.querystring);
  return perform(services, route, ctx, read);
};

// Koa's ctx.fresh says no to whoever sends cache-control: no-cache as well, as fetch does.
export const isKnown = (tags: string, tag: string): boolean =>
  tags !== "" &&
  (tags === "*" ||
    tags.split(",").some((known) => `W/${known.trim().replace(/^W\//, "")}` === tag));

// Left to V8, megabytes of other threads have it collect all garbage of this one, again and again.
const freeWhenSent = (ctx: Context, { buffer }: Buffer<ArrayBuffer>): void => {
  ctx.res.once("close", () => void buffer.transfer(0));
};

/** The one handler: every endpoint is its route. */
export const handler =
  (services: RestServices, route: CompiledRoute) =>
  async (ctx: Context): Promise<void> => {
    const { body, tag } = await operate(services, route, ctx);
    ctx.set("content-type", "application/json; charset=utf-8");
    ctx.body = body;
    if (typeof body !== "string") freeWhenSent(ctx, body);
    if (tag === undefined) return;
    ctx.set("etag", tag);
    ctx.set("cache-control", "private, no-cache");
    if (isKnown(ctx.get("if-none-match"), tag)) ctx.status = 304;
  };
