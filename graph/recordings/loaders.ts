import type DataLoader from "dataloader";
import {
  loadTranscriptionProgress,
  type TranscriptionProgressRow,
} from "../../db/analysis/claims.js";
import {
  loadTranscriptionPlaces,
  type TranscriptionPlaceRow,
} from "../../db/analysis/transcription-line.js";
import { loadMediaFetches } from "../../db/recordings/media-fetches.js";
import { loadMediaByRecordings } from "../../db/recordings/media.js";
import { loadNotices } from "../../db/recordings/notices.js";
import { loadRecordingsByIds } from "../../db/recordings/recording.js";
import { loadReviewers } from "../../db/recordings/reviews.js";
import {
  loadTranscriptPresence,
  loadTranscriptRemovals,
  loadTranscripts,
  type TranscriptRow,
} from "../../db/recordings/transcript.js";
import { loadWaveforms } from "../../db/recordings/waveforms.js";
import { createManyLoader, createOneLoader, type LoaderFactory } from "../context/loaders.js";

/** The most bytes of transcripts that one statement loads. */
const MAX_TRANSCRIPT_BYTES = 16 * 1024 * 1024;

/** Loads transcripts, unless their total size exceeds every possible response. */
export const transcriptLoader: LoaderFactory<DataLoader<string, TranscriptRow | undefined>> = (
  scope,
) =>
  createOneLoader(
    async (db, organizationId, ids) => {
      const rows = await loadTranscripts(db, organizationId, ids, MAX_TRANSCRIPT_BYTES);
      if (!rows) scope.budget.exceed();
      return rows ?? [];
    },
    (row) => row.recordingId,
  )(scope);
export const recordingLoader = createOneLoader(loadRecordingsByIds, (row) => row.id);
export const transcriptRemovalLoader = createOneLoader(
  loadTranscriptRemovals,
  (row) => row.recordingId,
);
export const transcriptPresenceLoader = createOneLoader(
  loadTranscriptPresence,
  (row) => row.recordingId,
);
export const transcriptionProgressLoader: LoaderFactory<
  DataLoader<string, TranscriptionProgressRow | undefined>
> = (scope) =>
  createOneLoader(
    (db, organizationId, ids) => loadTranscriptionProgress(db, organizationId, ids, scope.readAt),
    (row) => row.recordingId,
  )(scope);
export const transcriptionPlaceLoader: LoaderFactory<
  DataLoader<string, TranscriptionPlaceRow | undefined>
> = (scope) =>
  createOneLoader(
    (db, organizationId, ids) =>
      loadTranscriptionPlaces(db, organizationId, ids, {
        fetchesMedia: scope.fetchesMedia === true,
        showsProgress: scope.analyzes?.showsProgress === true,
        now: scope.readAt,
      }),
    (row) => row.recordingId,
  )(scope);
export const mediaLoader = createOneLoader(loadMediaByRecordings, (row) => row.recordingId);
export const mediaFetchLoader = createOneLoader(loadMediaFetches, (row) => row.recordingId);
export const noticeLoader = createOneLoader(loadNotices, (row) => row.recordingId);
export const reviewersLoader = createManyLoader(loadReviewers, (row) => row.recordingId);
export const waveformLoader = createOneLoader(loadWaveforms, (row) => row.file);
