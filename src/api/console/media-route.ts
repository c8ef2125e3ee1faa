import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Context, Middleware } from "koa";
import { Failure } from "../../../graph/core/errors.js";
import type { Credential } from "../../../graph/core/credential.js";
import { authenticateWithSession } from "../../../rest/authenticate.js";
import { isNotModified } from "../../../rest/is-not-modified.js";
import type { RequestState } from "../../../rest/rest-context.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import { parseByteRange } from "../../media/byte-range.js";
import { extensions } from "../../media/extensions.js";
import { findPlayerCredential } from "./player-credential.js";

const METHODS = ["GET", "HEAD"];
/** A client that reads nothing for this long is disconnected; players request the rest again. */
const STALL_MS = 60_000;

const MAX_FILENAME_CHARACTERS = 100;

/** A media file as a player receives it. */
export interface PlayableFile {
  /** The name to save it under, without an extension. */
  name: string;
  type: string;
  bytes: number;
  /** Differs for different bytes. */
  version: string;
  /** Reads the file, or its bytes from `start` to `end` inclusive; undefined for a missing file. */
  open: (range?: { start: number; end: number }) => Promise<Readable | undefined>;
  /** Runs for each GET request; returns at once. */
  onPlayed: () => void;
  /** The failure if the file is missing. */
  missing: () => Promise<Failure>;
}

interface FileRoute<Caller> {
  /** Its first group is the id, percent-encoded. */
  pattern: RegExp;
  /** The name of the route in the log. */
  route: string;
  /** Finds the caller; undefined after a refusal. */
  authorize: (ctx: Context) => Promise<Caller | undefined>;
  /** Finds the file of an id. Undefined: the answer is that of an unknown path. @throws NOT_FOUND and others */
  find: (ctx: Context, caller: Caller, id: string) => Promise<PlayableFile | undefined>;
  /** Builds the failure for a text that can't be an id. Absent: the answer is that of an unknown path. */
  notFound?: () => Failure;
}

/** Decodes the id in the path; undefined for a text that can't be an id. */
const decodeId = (text: string): string | undefined => {
  try {
    const id = decodeURIComponent(text);
    // PostgreSQL refuses U+0000, and no schema validates this text.
    return id.includes("\0") ? undefined : id;
  } catch {
    // Not UTF-8.
    return undefined;
  }
};

/** Sets the headers that describe the file. Returns its ETag, which is constant because files never change. */
const setFileHeaders = (ctx: Context, { name, type, version }: PlayableFile): string => {
  const etag = `"${hash("sha1", version, "base64url")}"`;
  ctx.set({
    "content-type": type,
    "accept-ranges": "bytes",
    etag,
    "cache-control": "private, no-cache",
    // Pages of other origins, even on the same host, can't embed it.
    "cross-origin-resource-policy": "same-origin",
  });
  const characters = Array.from(name.replaceAll(/[/\\]/g, "-")).slice(0, MAX_FILENAME_CHARACTERS);
  ctx.attachment(`${characters.join("")}.${extensions[type] ?? "bin"}`, { type: "inline" });
  return etag;
};

const refuseRange = (ctx: Context, bytes: number): Failure => {
  for (const name of ["content-disposition", "etag", "cache-control"]) ctx.remove(name);
  ctx.set("content-range", `bytes */${bytes}`);
  return new Failure("RANGE_NOT_SATISFIABLE", `is outside the file of ${bytes} bytes`, "range");
};

const send = async (ctx: Context, file: PlayableFile): Promise<void> => {
  const { bytes } = file;
  const etag = setFileHeaders(ctx, file);
  ctx.status = 200;
  if (ctx.method === "GET") file.onPlayed();
  if (isNotModified(ctx.get("if-none-match"), `W/${etag}`)) return void (ctx.status = 304);
  if (ctx.method === "HEAD") return void (ctx.length = bytes);
  const condition = ctx.get("if-range");
  const isSameFile = condition === "" || condition === etag;
  const range = isSameFile ? parseByteRange(ctx.get("range"), bytes) : undefined;
  if (range === null) throw refuseRange(ctx, bytes);
  const source = await file.open(range);
  if (!source) {
    (ctx.state as RequestState).error = new Error("a file of media is missing: debrief doctor");
    throw await file.missing();
  }
  ctx.res.setTimeout(STALL_MS, () => ctx.res.destroy());
  ctx.body = source;
  ctx.length = range ? range.end - range.start + 1 : bytes;
  if (!range) return;
  ctx.status = 206;
  ctx.set("content-range", `bytes ${range.start}-${range.end}/${bytes}`);
};

/** Creates a route that sends a media file, whole or a byte range. */
export const createFileRoute =
  <Caller>({ pattern, route, authorize, find, notFound }: FileRoute<Caller>): Middleware =>
  async (ctx, next) => {
    const [, text] = pattern.exec(ctx.path) ?? [];
    if (text === undefined) return next();
    (ctx.state as RequestState).route = route;
    const caller = await authorize(ctx);
    if (caller === undefined) return;
    if (!METHODS.includes(ctx.method)) return answerUnsupportedMethod(ctx, METHODS);
    const id = decodeId(text);
    if (id === undefined && notFound) throw notFound();
    const file = id === undefined ? undefined : await find(ctx, caller, id);
    if (!file) return next();
    await send(ctx, file);
  };

/** Creates a route that sends a media file to keys with the scope read, and to signed-in players. */
export const createMediaRoute = (
  services: RestServices,
  route: Omit<FileRoute<Credential>, "authorize">,
): Middleware =>
  createFileRoute({
    ...route,
    authorize: async (ctx) =>
      authenticateWithSession(services, ctx, "read", async () =>
        findPlayerCredential(services, ctx),
      ),
  });
