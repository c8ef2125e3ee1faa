import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { insertAll } from "../engine/insert-all.js";
import { type ClipReader, type ClipRow, selectClips } from "./clip.js";

/** A playlist. `createdAt`: milliseconds since 1970. */
export interface PlaylistRow {
  id: string;
  name: string;
  authorId: string;
  createdAt: number;
}

const columns = { id: "id", name: "name", authorId: "author_id", createdAt: "created_at" };

/** Lists the organization's playlists by name, then id. There are at most `MAX_PLAYLISTS`. */
export const listPlaylists = async (db: Db, organizationId: string): Promise<PlaylistRow[]> =>
  db("playlists").select(columns).where("organization_id", organizationId).orderBy(["name", "id"]);

export const findPlaylist = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<PlaylistRow | undefined> =>
  db("playlists").where({ organization_id: organizationId, id }).first(columns);

/** A clip with a playlist that has it. */
export interface PlaylistClipRow extends ClipRow {
  playlistId: string;
}

/** Loads the clips of playlists that the reader may see, in the playlists' order. */
export const loadClipsOfPlaylists = async (
  db: Db,
  organizationId: string,
  playlistIds: readonly string[],
  reader: ClipReader,
): Promise<PlaylistClipRow[]> =>
  selectClips(db, organizationId, reader)
    .join("playlist_clips as p", (on) =>
      on.on("p.organization_id", "c.organization_id").andOn("p.clip_id", "c.id"),
    )
    .select({ playlistId: "p.playlist_id" })
    .where(inList(db, "p.playlist_id", playlistIds))
    .orderBy(["p.playlist_id", "p.position"]);

export const insertPlaylist = async (
  trx: Db,
  organizationId: string,
  { id, name, authorId, createdAt }: PlaylistRow,
): Promise<void> => {
  await trx("playlists").insert({
    organization_id: organizationId,
    id,
    name,
    author_id: authorId,
    created_at: createdAt,
  });
};

export const updatePlaylistName = async (
  trx: Db,
  organizationId: string,
  id: string,
  name: string,
): Promise<void> => {
  await trx("playlists").where({ organization_id: organizationId, id }).update({ name });
};

/** Deletes a playlist. Its clips stay. Returns false without one. */
export const deletePlaylist = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<boolean> =>
  (await trx("playlists").where({ organization_id: organizationId, id }).delete()) > 0;

/** Loads the ids of all clips of a playlist, in order. */
export const loadPlaylistClipIds = async (
  db: Db,
  organizationId: string,
  playlistId: string,
): Promise<string[]> =>
  db("playlist_clips")
    .where({ organization_id: organizationId, playlist_id: playlistId })
    .orderBy("position")
    .pluck("clip_id");

/** Replaces the clips of a playlist, in this order. */
export const replacePlaylistClips = async (
  trx: Db,
  organizationId: string,
  playlistId: string,
  clipIds: readonly string[],
): Promise<void> => {
  const key = { organization_id: organizationId, playlist_id: playlistId };
  await trx("playlist_clips").where(key).delete();
  await insertAll(
    trx,
    "playlist_clips",
    clipIds.map((clipId, position) => ({ ...key, clip_id: clipId, position })),
  );
};
