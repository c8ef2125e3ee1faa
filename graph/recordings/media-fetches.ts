import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { findMedia } from "../../db/recordings/media.js";
import {
  deleteMediaFetches,
  findMediaFetch,
  upsertMediaFetch,
} from "../../db/recordings/media-fetches.js";
import type { Context } from "../context/context.js";
import type { Effects } from "../context/effects.js";
import { Recording } from "./recording.js";
import { mediaFetchLoader } from "./loaders.js";

@Resolver(() => Recording)
export class RecordingMediaFetchResolver {
  @FieldResolver(() => Boolean, {
    description:
      "Whether the server still fetches the audio of mediaUrl. It retries for an hour after a failure.",
  })
  async mediaPending(@Root() recording: RecordingRow, @Ctx() context: Context): Promise<boolean> {
    return (await context.loaders.get(mediaFetchLoader).load(recording.id))?.isGivenUp === 0;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Why the server could not fetch the audio of mediaUrl. While mediaPending is true, the server tries again.",
  })
  async mediaFailure(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<string | null> {
    return (await context.loaders.get(mediaFetchLoader).load(recording.id))?.failure ?? null;
  }
}

/** Cancels the recordings' fetches; their attempts end without a file. */
export const cancelMediaFetches = async (
  trx: Db,
  organizationId: string,
  effects: Effects,
  recordingIds: readonly string[],
): Promise<string[]> => {
  const files = await deleteMediaFetches(trx, organizationId, recordingIds);
  effects.filesToDelete.push(...files);
  return files;
};

/** The fields of a fetch that starts over. */
const buildNewFetch = (now: number) => ({
  holder: null,
  file: null,
  dueAt: now,
  attempts: 0,
  waitedMs: 0,
  failure: null,
  isGivenUp: 0,
});

/** Restarts an abandoned fetch. Returns false if there is none. */
export const restartMediaFetch = async (
  trx: Db,
  { organizationId, now }: Context,
  recordingId: string,
): Promise<boolean> => {
  const row = await findMediaFetch(trx, organizationId, recordingId);
  if (row?.isGivenUp !== 1) return false;
  await upsertMediaFetch(trx, organizationId, { ...row, ...buildNewFetch(now()) });
  return true;
};

/**
 * Enqueues the fetch of a call's audio unless a file is stored already. `mediaUrl` is as sent: null cancels the fetch,
 * undefined leaves it. Sending the call again makes a waiting fetch due now; a new URL, or an abandoned fetch, starts
 * over.
 */
export const enqueueMediaFetch = async (
  trx: Db,
  context: Context,
  effects: Effects,
  call: {
    recordingId: string;
    mediaUrl: string | null | undefined;
    previousUrl: string | null;
    adapter: string | null;
  },
): Promise<void> => {
  const { organizationId, fetchesMedia, upload } = context;
  const { recordingId, mediaUrl, previousUrl, adapter } = call;
  if (upload || mediaUrl === null)
    return void (await cancelMediaFetches(trx, organizationId, effects, [recordingId]));
  if (!fetchesMedia || mediaUrl === undefined) return;
  if (await findMedia(trx, organizationId, recordingId)) return;
  const now = context.now();
  const row = await findMediaFetch(trx, organizationId, recordingId);
  if (row && row.isGivenUp === 0 && mediaUrl === previousUrl) {
    if (row.holder === null) await upsertMediaFetch(trx, organizationId, { ...row, dueAt: now });
    return;
  }
  await cancelMediaFetches(trx, organizationId, effects, [recordingId]);
  await upsertMediaFetch(trx, organizationId, { recordingId, adapter, ...buildNewFetch(now) });
};
