import type { Services } from "./context.js";
import { flat } from "./flat.js";

/** The link to a recording in the console. */
export const recordingUrl = ({ publicUrl }: Pick<Services, "publicUrl">, id: string): string =>
  flat(publicUrl, "/recordings/", id);

/** Where the media of a recording is. */
export const mediaUrl = ({ publicUrl }: Pick<Services, "publicUrl">, id: string): string =>
  `${publicUrl}/v1/recordings/${id}/media`;
