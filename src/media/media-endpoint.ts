import { hash } from "node:crypto";
import type { Context, Middleware } from "koa";
import { mediaOf, type MediaRow } from "../../db/media.js";
import { recordingById, type RecordingRow } from "../../db/recordings.js";
import { Failure, notFound } from "../../graph/errors.js";
import { authenticated } from "../../rest/authenticated.js";
import { keyCredential } from "../../rest/authentication.js";
import { isKnown, type RestServices, type State } from "../../rest/handler.js";
import { answerMethods } from "../../rest/methods.js";
import { playerCredential } from "../console/player.js";
import { extensions } from "./extensions.js";
import { rangeOf } from "./range.js";

const PATH = /^\/v1\/recordings\/([^/]+)\/media\/?$/;
const ROUTE = "/v1/recordings/:id/media";
const METHODS = ["GET", "HEAD"];
/** Whoever takes nothing for so long asks again for the rest, as players do. */
const STALL_MS = 60_000;

const NAME_CHARACTERS = 100;

const gone = (recording: RecordingRow): Failure =>
  new Failure(
    "NOT_FOUND",
    recording.mediaUrl === null
      ? "The recording has no media"
      : "The recording's media is not kept here: it is at the recording_url that came with the call",
  );

const idOf = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound("Recording");
  }
};

/** Says what the file is; returns its tag, which stays: files never change. */
const describe = (ctx: Context, recording: RecordingRow, { type, file }: MediaRow): string => {
  const tag = `"${hash("sha1", file, "base64url")}"`;
  ctx.set({
    "content-type": type,
    "accept-ranges": "bytes",
    etag: tag,
    "cache-control": "private, no-cache",
    // A page of another origin plays nothing of this, not even on the same host.
    "cross-origin-resource-policy": "same-origin",
  });
  const name = Array.from(recording.name.replaceAll(/[/\\]/g, "-"));
  ctx.attachment(`${name.slice(0, NAME_CHARACTERS).join("")}.${extensions[type] ?? "bin"}`, {
    type: "inline",
  });
  return tag;
};

const refuseRange = (ctx: Context, bytes: number): void => {
  ctx.status = 416;
  for (const name of ["content-disposition", "etag", "cache-control"]) ctx.remove(name);
  ctx.set("content-range", `bytes */${bytes}`);
  ctx.set("content-type", "application/json; charset=utf-8");
  ctx.body = { message: `The file has ${bytes} bytes`, code: "INVALID_FIELD", field: "range" };
};

/** GET /v1/recordings/{id}/media: the file that is kept of a recording, whole or a range of its bytes. */
export const mediaEndpoint = (services: RestServices): Middleware => {
  const { db, media } = services;

  const send = async (ctx: Context, organizationId: string, id: string): Promise<void> => {
    const recording = await recordingById(db, organizationId, id);
    if (!recording) throw notFound("Recording");
    const row = await mediaOf(db, organizationId, id);
    if (!row) throw gone(recording);
    const tag = describe(ctx, recording, row);
    ctx.status = 200;
    if (isKnown(ctx.get("if-none-match"), `W/${tag}`)) return void (ctx.status = 304);
    if (ctx.method === "HEAD") return void (ctx.length = row.bytes);
    const condition = ctx.get("if-range");
    const isSame = condition === "" || condition === tag;
    const range = isSame ? rangeOf(ctx.get("range"), row.bytes) : undefined;
    if (range === null) return refuseRange(ctx, row.bytes);
    const source = await media.open(organizationId, row.file, range);
    if (!source) {
      (ctx.state as State).error = new Error("a file of media is missing: debrief doctor");
      throw new Failure("NOT_FOUND", "The recording's media is missing");
    }
    ctx.res.setTimeout(STALL_MS, () => ctx.res.destroy());
    ctx.body = source;
    ctx.length = range ? range.end - range.start + 1 : row.bytes;
    if (!range) return;
    ctx.status = 206;
    ctx.set("content-range", `bytes ${range.start}-${range.end}/${row.bytes}`);
  };

  return async (ctx, next) => {
    const [, id] = PATH.exec(ctx.path) ?? [];
    if (id === undefined) return next();
    (ctx.state as State).route = ROUTE;
    const find = async () =>
      (await keyCredential(services, ctx.headers)) ?? playerCredential(services, ctx);
    const credential = await authenticated(services, ctx, find);
    if (!credential) return;
    if (METHODS.includes(ctx.method)) await send(ctx, credential.organizationId!, idOf(id));
    else answerMethods(ctx, METHODS);
  };
};
