import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import { write } from "../../db/engine/write.js";
import type { MediaRow } from "../../db/recordings/media.js";
import { insertWaveform } from "../../db/recordings/waveforms.js";
import type { Context } from "../context/context.js";
import { Media } from "./media.js";
import { waveformLoader } from "./loaders.js";

@Resolver(() => Media)
export class WaveformResolver {
  @FieldResolver(() => [String], {
    nullable: true,
    description:
      "How loud each channel is over time: base64 of at most 1,000 bytes for equal spans of the whole file, 0 for silence to 255 for full scale. Two channels with the same sound count as one. Null for a file that has never been transcribed here: asking for it has it made, within seconds. Empty if the file can't be decoded.",
  })
  async peaks(@Root() media: MediaRow, @Ctx() context: Context): Promise<string[] | null> {
    const row = await context.loaders.get(waveformLoader).load(media.file);
    if (row) return JSON.parse(row.peaks) as string[];
    // A file that its check changes becomes another one.
    if (!media.unchecked) context.onPeaksMissing?.(context.organizationId, media);
    return null;
  }
}

/** Stores a media file's peaks per channel, once. Does nothing for a file that has been deleted. */
export const storePeaks = async (
  db: Db,
  organizationId: string,
  file: string,
  peaks: readonly string[],
): Promise<void> => {
  await write(db, organizationId, (trx) =>
    insertWaveform(trx, organizationId, { file, peaks: JSON.stringify(peaks) }),
  );
};
