import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { findPlaylist, listPlaylists, type PlaylistRow } from "../../db/clips/playlists.js";
import type { ClipRow } from "../../db/clips/clip.js";
import type { UserRow } from "../../db/people/users.js";
import { forViewers } from "../access/access.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { loadNamedUser } from "../people/load-named-user.js";
import { User } from "../people/users.js";
import { Clip } from "./clip.js";
import { clipsOfPlaylistsLoader } from "./loaders.js";

@ObjectType({
  simpleResolvers: true,
  description:
    "An ordered list of clips, such as the good closes for new reps. All users see playlists; each hears the clips in them that they hear anyway.",
})
export class Playlist {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => DateTime)
  createdAt!: number;
}

@Resolver(() => Playlist)
export class PlaylistResolver {
  @forViewers()
  @Query(() => [Playlist], { description: "All playlists, by name." })
  async playlists(@Ctx() { db, organizationId }: Context): Promise<PlaylistRow[]> {
    return listPlaylists(db, organizationId);
  }

  @forViewers()
  @Query(() => Playlist, { nullable: true })
  async playlist(
    @Arg("id", () => ID) id: string,
    @Ctx() { db, organizationId }: Context,
  ): Promise<PlaylistRow | undefined> {
    return findPlaylist(db, organizationId, id);
  }

  @FieldResolver(() => User, { description: "Who made it." })
  async author(@Root() { authorId }: PlaylistRow, @Ctx() context: Context): Promise<UserRow> {
    return loadNamedUser(context, authorId);
  }

  @FieldResolver(() => [Clip], { description: "The clips that the caller hears, in order." })
  async clips(@Root() { id }: PlaylistRow, @Ctx() { loaders }: Context): Promise<ClipRow[]> {
    return loaders.get(clipsOfPlaylistsLoader).load(id);
  }
}
