import type { MediaRow } from "../../../db/recordings/media.js";
import { Failure } from "../../../graph/core/errors.js";
import type { MediaForm, MediaStorage } from "../../../graph/core/ports.js";
import type { PlayableFile } from "./media-route.js";

/** Describes a recording's file, or another form of it, for a player. */
export const describeMedia = (
  media: MediaStorage,
  organizationId: string,
  row: MediaRow,
  { name, form }: { name: string; form: MediaForm | undefined },
): Omit<PlayableFile, "onPlayed"> => ({
  name,
  type: form?.type ?? row.type,
  bytes: form?.bytes ?? row.bytes,
  version: form ? `${row.file}.wav` : row.file,
  open: async (range) => (form ? form.read(range) : media.open(organizationId, row.file, range)),
  missing: async () => new Failure("NOT_FOUND", "The recording's media is missing"),
});
