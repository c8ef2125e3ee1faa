import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { findClip } from "../../db/clips/clip.js";
import {
  deletePlaylist,
  findPlaylist,
  insertPlaylist,
  listPlaylists,
  loadPlaylistClipIds,
  type PlaylistRow,
  replacePlaylistClips,
  updatePlaylistName,
} from "../../db/clips/playlists.js";
import type { Db } from "../../db/engine/connect.js";
import { forManagers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { conflict, invalidField, notFound } from "../core/errors.js";
import { AUTHOR_DESCRIPTION, resolveAuthor } from "../people/resolve-author.js";
import { clipReaderOf } from "./clip-reader.js";
import { Playlist } from "./playlist.js";

/** Playlists, and the clips of each, are listed as a whole. */
const MAX_PLAYLISTS = 200;
const MAX_CLIPS = 100;

/** @throws INVALID_FIELD */
const validateName = (name: string): void => {
  if (name.trim() === "") throw invalidField("name", "must not be empty");
};

const requirePlaylist = async (
  trx: Db,
  { organizationId }: Context,
  id: string,
): Promise<PlaylistRow> => {
  const playlist = await findPlaylist(trx, organizationId, id);
  if (!playlist) throw notFound("Playlist");
  return playlist;
};

@Resolver()
export class PlaylistMutationResolver {
  @forManagers()
  @Mutation(() => Playlist, { description: "Makes an empty playlist." })
  async createPlaylist(
    @Arg("name", () => String) name: string,
    @Arg("authorEmail", () => String, { nullable: true, description: AUTHOR_DESCRIPTION })
    authorEmail: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<PlaylistRow> {
    validateName(name);
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const authorId = await resolveAuthor(trx, context, authorEmail);
      if ((await listPlaylists(trx, organizationId)).length >= MAX_PLAYLISTS)
        throw conflict(`The organization has ${MAX_PLAYLISTS} playlists already`);
      const playlist = { id: context.newId(), name, authorId, createdAt: context.now() };
      await insertPlaylist(trx, organizationId, playlist);
      return playlist;
    });
  }

  @forManagers()
  @Mutation(() => Playlist)
  async renamePlaylist(
    @Arg("id", () => ID) id: string,
    @Arg("name", () => String) name: string,
    @Ctx() context: Context,
  ): Promise<PlaylistRow> {
    validateName(name);
    return mutate(context, async (trx) => {
      const playlist = await requirePlaylist(trx, context, id);
      await updatePlaylistName(trx, context.organizationId, id, name);
      return { ...playlist, name };
    });
  }

  @forManagers()
  @Mutation(() => Boolean, { description: "Deletes a playlist. Its clips stay." })
  async deletePlaylist(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    return mutate(context, async (trx) => {
      if (!(await deletePlaylist(trx, context.organizationId, id))) throw notFound("Playlist");
      return true;
    });
  }

  @forManagers()
  @Mutation(() => Playlist, {
    description:
      "Adds a clip that the caller hears to a playlist, or moves it there. It doesn't share the clip.",
  })
  async addToPlaylist(
    @Arg("id", () => ID) id: string,
    @Arg("clipId", () => ID) clipId: string,
    @Arg("before", () => ID, {
      nullable: true,
      description: "The clip of the playlist before which it comes; absent: it comes last.",
    })
    before: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<PlaylistRow> {
    const { db, organizationId } = context;
    // With the caller's scope, which a change doesn't apply.
    if (!(await findClip(db, organizationId, clipId, clipReaderOf(context))))
      throw notFound("Clip");
    return mutate(context, async (trx) => {
      const playlist = await requirePlaylist(trx, context, id);
      // It may have been deleted meanwhile.
      if (!(await findClip(trx, organizationId, clipId, clipReaderOf(context))))
        throw notFound("Clip");
      const others = (await loadPlaylistClipIds(trx, organizationId, id)).filter(
        (each) => each !== clipId,
      );
      if (others.length >= MAX_CLIPS) throw conflict(`has ${MAX_CLIPS} clips already`, "id");
      const index = typeof before === "string" ? others.indexOf(before) : others.length;
      if (index < 0) throw invalidField("before", "is not another clip of the playlist");
      await replacePlaylistClips(trx, organizationId, id, others.toSpliced(index, 0, clipId));
      return playlist;
    });
  }

  @forManagers()
  @Mutation(() => Playlist, { description: "Takes a clip out of a playlist. The clip stays." })
  async removeFromPlaylist(
    @Arg("id", () => ID) id: string,
    @Arg("clipId", () => ID) clipId: string,
    @Ctx() context: Context,
  ): Promise<PlaylistRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const playlist = await requirePlaylist(trx, context, id);
      const clipIds = await loadPlaylistClipIds(trx, organizationId, id);
      if (!clipIds.includes(clipId)) throw invalidField("clipId", "is not in the playlist");
      const others = clipIds.filter((each) => each !== clipId);
      await replacePlaylistClips(trx, organizationId, id, others);
      return playlist;
    });
  }
}
