import type { Services } from "./context.js";

/** The link to a recording in the console. */
export const recordingUrl = ({ publicUrl }: Pick<Services, "publicUrl">, id: string): string =>
  `${publicUrl}/recordings/${id}`;
