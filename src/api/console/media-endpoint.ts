import { hash } from "node:crypto";
import type { Context, Middleware } from "koa";
import { withScope } from "../../../db/engine/viewer-scope.js";
import { findMedia, type MediaRow } from "../../../db/recordings/media.js";
import type { RecordingRow } from "../../../db/recordings/fields.js";
import { findRecordingById } from "../../../db/recordings/recording.js";
import { Failure, invalidField, notFound } from "../../../graph/core/errors.js";
import type { MediaForm } from "../../../graph/core/ports.js";
import { isHiddenFrom } from "../../../graph/consent/hidden.js";
import { recordMediaPlayed } from "../../../graph/core/content-views.js";
import type { Credential } from "../../../graph/core/credential.js";
import { authenticate } from "../../../rest/authenticate.js";
import { findKeyCredential } from "../../../rest/credentials.js";
import { isNotModified } from "../../../rest/is-not-modified.js";
import type { RequestState } from "../../../rest/rest-context.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { validateParameterNames } from "../../../rest/unknown-parameters.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import { findPlayerCredential } from "./player-credential.js";
import { extensions } from "../../media/extensions.js";
import { parseByteRange } from "../../media/byte-range.js";

const PATH = /^\/v1\/recordings\/([^/]+)\/media\/?$/;
const ROUTE = "/v1/recordings/:id/media";
const METHODS = ["GET", "HEAD"];
/** A client that reads nothing for this long is disconnected; players request the rest again. */
const STALL_MS = 60_000;

const MAX_FILENAME_CHARACTERS = 100;

const UNCHECKED_MESSAGE =
  "The recording's media is not served yet: redaction checks it once there is a transcript";

const mediaNotFound = (recording: RecordingRow): Failure =>
  new Failure(
    "NOT_FOUND",
    recording.mediaUrl === null
      ? "The recording has no media"
      : "The recording's media isn't stored here: it is at the call's recording_url",
  );

/** Decodes the id in the path. @throws NOT_FOUND for a text that can't be an id */
const decodeId = (text: string): string => {
  try {
    const id = decodeURIComponent(text);
    // PostgreSQL refuses U+0000, and no schema validates this text.
    if (!id.includes("\0")) return id;
  } catch {
    // Not UTF-8.
  }
  throw notFound("Recording");
};

/** Sets the headers that describe the file. Returns its ETag, which is constant because files never change. */
const setFileHeaders = (
  ctx: Context,
  recording: RecordingRow,
  { type, file }: Pick<MediaRow, "type" | "file">,
): string => {
  const etag = `"${hash("sha1", file, "base64url")}"`;
  ctx.set({
    "content-type": type,
    "accept-ranges": "bytes",
    etag,
    "cache-control": "private, no-cache",
    // Pages of other origins, even on the same host, can't embed it.
    "cross-origin-resource-policy": "same-origin",
  });
  const name = Array.from(recording.name.replaceAll(/[/\\]/g, "-"));
  ctx.attachment(
    `${name.slice(0, MAX_FILENAME_CHARACTERS).join("")}.${extensions[type] ?? "bin"}`,
    {
      type: "inline",
    },
  );
  return etag;
};

const FORMAT_PARAMETER = "format";
const PARAMETERS: ReadonlySet<string> = new Set([FORMAT_PARAMETER]);

/** Returns whether the request wants the file as WAV instead of its original format. @throws INVALID_FIELD */
const readsAsWav = (querystring: string): boolean => {
  validateParameterNames(querystring, PARAMETERS);
  const format = new URLSearchParams(querystring).get(FORMAT_PARAMETER);
  if (format !== null && format !== "wav") throw invalidField(FORMAT_PARAMETER, "must be wav");
  return format !== null;
};

const refuseRange = (ctx: Context, bytes: number): Failure => {
  for (const name of ["content-disposition", "etag", "cache-control"]) ctx.remove(name);
  ctx.set("content-range", `bytes */${bytes}`);
  return new Failure("RANGE_NOT_SATISFIABLE", `is outside the file of ${bytes} bytes`, "range");
};

/** GET /v1/recordings/{id}/media: sends a recording's media file, whole or a byte range. */
export const createMediaEndpoint = (services: RestServices): Middleware => {
  const { media } = services;

  const openForm = async (organizationId: string, row: MediaRow): Promise<MediaForm> => {
    const form = await media.openAsWav(organizationId, row);
    if (form) return form;
    throw new Failure(
      "UNSUPPORTED_MEDIA_TYPE",
      `wav is for WAV files and files without a header; this is ${row.type}`,
      FORMAT_PARAMETER,
    );
  };

  const send = async (
    ctx: Context,
    credential: Credential,
    id: string,
    isWav: boolean,
  ): Promise<void> => {
    const organizationId = credential.organizationId!;
    const db = withScope(services.db, credential.scope);
    const recording = await findRecordingById(db, organizationId, id);
    if (!recording || isHiddenFrom(credential, recording)) throw notFound("Recording");
    const row = await findMedia(db, organizationId, id);
    if (!row) throw mediaNotFound(recording);
    if (row.unchecked === 1) throw new Failure("NOT_FOUND", UNCHECKED_MESSAGE);
    const form = isWav ? await openForm(organizationId, row) : undefined;
    const { bytes } = form ?? row;
    const etag = setFileHeaders(
      ctx,
      recording,
      form ? { type: form.type, file: `${row.file}.wav` } : row,
    );
    ctx.status = 200;
    if (ctx.method === "GET")
      recordMediaPlayed(services.onContentViewed, credential, services.addressOf?.(ctx.req), id);
    if (isNotModified(ctx.get("if-none-match"), `W/${etag}`)) return void (ctx.status = 304);
    if (ctx.method === "HEAD") return void (ctx.length = bytes);
    const condition = ctx.get("if-range");
    const isSameFile = condition === "" || condition === etag;
    const range = isSameFile ? parseByteRange(ctx.get("range"), bytes) : undefined;
    if (range === null) throw refuseRange(ctx, bytes);
    const source = form ? form.read(range) : await media.open(organizationId, row.file, range);
    if (!source) {
      (ctx.state as RequestState).error = new Error("a file of media is missing: debrief doctor");
      throw new Failure("NOT_FOUND", "The recording's media is missing");
    }
    ctx.res.setTimeout(STALL_MS, () => ctx.res.destroy());
    ctx.body = source;
    ctx.length = range ? range.end - range.start + 1 : bytes;
    if (!range) return;
    ctx.status = 206;
    ctx.set("content-range", `bytes ${range.start}-${range.end}/${bytes}`);
  };

  return async (ctx, next) => {
    const [, id] = PATH.exec(ctx.path) ?? [];
    if (id === undefined) return next();
    (ctx.state as RequestState).route = ROUTE;
    const findCredential = async () =>
      (await findKeyCredential(services, {
        headers: ctx.headers,
        addressOf: () => services.addressOf?.(ctx.req),
      })) ?? findPlayerCredential(services, ctx);
    const credential = await authenticate(services, ctx, "read", findCredential);
    if (!credential) return;
    if (!METHODS.includes(ctx.method)) return answerUnsupportedMethod(ctx, METHODS);
    const isWav = readsAsWav(ctx.querystring);
    await send(ctx, credential, decodeId(id), isWav);
  };
};
