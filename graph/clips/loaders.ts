import type DataLoader from "dataloader";
import { loadClipTeams, loadClipUsers } from "../../db/clips/audience.js";
import { type ClipRow, loadClipsOfRecordings } from "../../db/clips/clip.js";
import { type ClipLinkRow, loadClipLinks } from "../../db/clips/links.js";
import { loadClipsOfPlaylists, type PlaylistClipRow } from "../../db/clips/playlists.js";
import { type ClipTranscriptRow, loadClipTranscripts } from "../../db/clips/transcripts.js";
import {
  createManyLoader,
  createOneLoader,
  type LoaderFactory,
  MAX_LARGE_KEYS,
} from "../context/loaders.js";
import { clipReaderOf } from "./clip-reader.js";

/** The most bytes of transcripts that the clips of one statement read; of them, only the words of the clips are kept. */
const MAX_TRANSCRIPT_BYTES = 16 * 1024 * 1024;

export const clipUsersLoader = createManyLoader(loadClipUsers, (row) => row.clipId);
export const clipTeamsLoader = createManyLoader(loadClipTeams, (row) => row.clipId);

export const clipsOfRecordingsLoader: LoaderFactory<DataLoader<string, ClipRow[]>> = (scope) =>
  createManyLoader(
    (db, organizationId, recordingIds) =>
      loadClipsOfRecordings(db, organizationId, recordingIds, clipReaderOf(scope)),
    (row) => row.recordingId,
  )(scope);

export const clipLinksLoader: LoaderFactory<DataLoader<string, ClipLinkRow[]>> = (scope) =>
  createManyLoader(
    (db, organizationId, clipIds) => loadClipLinks(db, organizationId, clipIds, scope.readAt),
    (row) => row.clipId,
  )(scope);

export const clipsOfPlaylistsLoader: LoaderFactory<DataLoader<string, PlaylistClipRow[]>> = (
  scope,
) =>
  createManyLoader(
    (db, organizationId, playlistIds) =>
      loadClipsOfPlaylists(db, organizationId, playlistIds, clipReaderOf(scope)),
    (row) => row.playlistId,
  )(scope);

/** Loads the words of clips, unless their recordings' transcripts exceed every possible response. */
export const clipTranscriptLoader: LoaderFactory<
  DataLoader<string, ClipTranscriptRow | undefined>
> = (scope) =>
  createOneLoader(
    async (db, organizationId, clipIds) => {
      const rows = await loadClipTranscripts(db, organizationId, clipIds, {
        reader: clipReaderOf(scope),
        maxBytes: MAX_TRANSCRIPT_BYTES,
      });
      if (!rows) scope.budget.exceed();
      return rows ?? [];
    },
    (row) => row.clipId,
    MAX_LARGE_KEYS,
  )(scope);
