import type { Services } from "./context.js";
import { flat } from "./flat.js";

/** The link to a recording in the console. */
export const recordingUrl = ({ publicUrl }: Pick<Services, "publicUrl">, id: string): string =>
  flat(publicUrl, "/recordings/", id);
