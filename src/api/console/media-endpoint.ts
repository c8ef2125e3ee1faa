import type { Middleware } from "koa";
import { withScope } from "../../../db/engine/viewer-scope.js";
import { findMedia, type MediaRow } from "../../../db/recordings/media.js";
import type { RecordingRow } from "../../../db/recordings/fields.js";
import { findRecordingById } from "../../../db/recordings/recording.js";
import { Failure, invalidField, notFound } from "../../../graph/core/errors.js";
import type { MediaForm } from "../../../graph/core/ports.js";
import { isHiddenFrom } from "../../../graph/consent/hidden.js";
import { recordMediaPlayed } from "../../../graph/core/content-views.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { validateParameterNames } from "../../../rest/unknown-parameters.js";
import { describeMedia } from "./describe-media.js";
import { createMediaRoute } from "./media-route.js";

const UNCHECKED_MESSAGE =
  "The recording's media is not served yet: redaction checks it once there is a transcript";

const mediaNotFound = (recording: RecordingRow): Failure =>
  new Failure(
    "NOT_FOUND",
    recording.mediaUrl === null
      ? "The recording has no media"
      : "The recording's media isn't stored here: it is at the call's recording_url",
  );

const FORMAT_PARAMETER = "format";
const PARAMETERS: ReadonlySet<string> = new Set([FORMAT_PARAMETER]);

/** Returns whether the request wants the file as WAV instead of its original format. @throws INVALID_FIELD */
const readsAsWav = (querystring: string): boolean => {
  validateParameterNames(querystring, PARAMETERS);
  const format = new URLSearchParams(querystring).get(FORMAT_PARAMETER);
  if (format !== null && format !== "wav") throw invalidField(FORMAT_PARAMETER, "must be wav");
  return format !== null;
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

  return createMediaRoute(services, {
    pattern: /^\/v1\/recordings\/([^/]+)\/media\/?$/,
    route: "/v1/recordings/:id/media",
    notFound: () => notFound("Recording"),
    find: async (ctx, credential, id) => {
      const isWav = readsAsWav(ctx.querystring);
      const organizationId = credential.organizationId!;
      const db = withScope(services.db, credential.scope);
      const recording = await findRecordingById(db, organizationId, id);
      if (!recording || isHiddenFrom(credential, recording)) throw notFound("Recording");
      const row = await findMedia(db, organizationId, id);
      if (!row) throw mediaNotFound(recording);
      if (row.unchecked === 1) throw new Failure("NOT_FOUND", UNCHECKED_MESSAGE);
      const form = isWav ? await openForm(organizationId, row) : undefined;
      const { onContentViewed, addressOf } = services;
      return {
        ...describeMedia(media, organizationId, row, { name: recording.name, form }),
        onPlayed: () => recordMediaPlayed(onContentViewed, credential, addressOf?.(ctx.req), id),
      };
    },
  });
};
