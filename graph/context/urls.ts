import type { Services } from "./context.js";
import { concatFlat } from "../core/concat-flat.js";

/** Builds the link to a recording in the console. */
export const buildRecordingUrl = ({ publicUrl }: Pick<Services, "publicUrl">, id: string): string =>
  concatFlat(publicUrl, "/recordings/", id);

/** Builds the link to an appointment in the console. */
export const buildAppointmentUrl = (
  { publicUrl }: Pick<Services, "publicUrl">,
  eventId: string,
): string => `${publicUrl}/appointments/${encodeURIComponent(eventId)}`;

/** Builds the URL of a recording's media. */
export const buildMediaUrl = ({ publicUrl }: Pick<Services, "publicUrl">, id: string): string =>
  `${publicUrl}/v1/recordings/${id}/media`;

/** Builds the URL of a clip's audio. */
export const buildClipMediaUrl = ({ publicUrl }: Pick<Services, "publicUrl">, id: string): string =>
  `${publicUrl}/v1/clips/${id}/media`;
