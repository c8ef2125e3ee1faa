import type { Middleware } from "koa";
import { type ClipRow, findClip } from "../../../db/clips/clip.js";
import { requeueCut } from "../../../db/clips/cuts.js";
import { withScope } from "../../../db/engine/viewer-scope.js";
import { findMedia } from "../../../db/recordings/media.js";
import { write } from "../../../db/engine/write.js";
import { isPlayable } from "../../../graph/clips/clip.js";
import { clipReaderOf } from "../../../graph/clips/clip-reader.js";
import { recordMediaPlayed } from "../../../graph/core/content-views.js";
import { Failure, notFound } from "../../../graph/core/errors.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { validateParameterNames } from "../../../rest/unknown-parameters.js";
import { describeMedia } from "./describe-media.js";
import { createMediaRoute, type PlayableFile } from "./media-route.js";

const NO_AUDIO = "The clip has no audio yet";
const NO_PARAMETERS: ReadonlySet<string> = new Set();

/** Describes the file of a whole call, in a form that browsers play if there is one. */
const openWholeCall = async (
  { db, media }: RestServices,
  organizationId: string,
  { recordingId, title }: ClipRow,
): Promise<Omit<PlayableFile, "onPlayed">> => {
  const row = await findMedia(db, organizationId, recordingId);
  if (!row) throw new Failure("NOT_FOUND", NO_AUDIO);
  const form = await media.openAsWav(organizationId, row);
  return describeMedia(media, organizationId, row, { name: title, form });
};

/** Describes a playable clip's file. */
export const openClip = async (
  services: RestServices,
  organizationId: string,
  clip: ClipRow,
): Promise<Omit<PlayableFile, "onPlayed">> => {
  if (clip.isWhole === 1) return openWholeCall(services, organizationId, clip);
  const { db, media } = services;
  const { id, title } = clip;
  const file = clip.file!;
  return {
    name: title,
    type: "audio/wav",
    bytes: clip.bytes!,
    version: file,
    open: async (range) => media.open(organizationId, file, range),
    missing: async () => {
      // Backups don't include media, so a restored clip may lack its file.
      await write(db, organizationId, async (trx) => requeueCut(trx, organizationId, { id, file }));
      return new Failure("NOT_FOUND", "The clip's audio is missing; it is being cut again");
    },
  };
};

/** GET /v1/clips/{id}/media: sends a clip's audio, whole or a byte range. */
export const createClipEndpoint = (services: RestServices): Middleware =>
  createMediaRoute(services, {
    pattern: /^\/v1\/clips\/([^/]+)\/media\/?$/,
    route: "/v1/clips/:id/media",
    notFound: () => notFound("Clip"),
    find: async (ctx, credential, id) => {
      validateParameterNames(ctx.querystring, NO_PARAMETERS);
      const organizationId = credential.organizationId!;
      const db = withScope(services.db, credential.scope);
      const clip = await findClip(db, organizationId, id, clipReaderOf(credential));
      if (!clip) throw notFound("Clip");
      if (!isPlayable(clip)) throw new Failure("NOT_FOUND", NO_AUDIO);
      const { onContentViewed, addressOf } = services;
      return {
        ...(await openClip(services, organizationId, clip)),
        onPlayed: () =>
          recordMediaPlayed(onContentViewed, credential, addressOf?.(ctx.req), clip.recordingId),
      };
    },
  });
