import { Readable } from "node:stream";
import type { Context } from "../../../graph/context/context.js";
import { mutate } from "../../../graph/context/mutate.js";
import { attachUpload } from "../../../graph/recordings/media.js";
import { storePeaks } from "../../../graph/recordings/waveforms.js";
import type { DemoAudio } from "../events.js";
import { readAudioFile } from "./recorded-audio.js";

/** Stores a recording's audio as an upload is stored. A call with an upload would have the source `upload`. */
export const attachAudio = async (
  context: Context,
  recordingId: string,
  { file, peaks }: DemoAudio,
): Promise<void> => {
  const { media, organizationId } = context;
  const content = readAudioFile(file);
  const stored = await media.write(organizationId, Readable.from([content]), content.length);
  const uploading = { ...context, upload: { ...stored, keep: () => {} } };
  await mutate(uploading, async (trx, effects) =>
    attachUpload(trx, uploading, effects, recordingId),
  );
  await storePeaks(context.db, organizationId, stored.file, peaks);
};
