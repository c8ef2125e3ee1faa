import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from "type-graphql";
import { type ClipRow, findClip } from "../../db/clips/clip.js";
import {
  type ClipLinkRow,
  deleteClipLink,
  findClipLink,
  insertClipLink,
  loadClipLinks,
} from "../../db/clips/links.js";
import type { UserRow } from "../../db/people/users.js";
import { forManagers, forPeople } from "../access/access.js";
import { audit } from "../access/audit.js";
import { hashSecret } from "../access/credentials.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { conflict, invalidField, notFound } from "../core/errors.js";
import { AUTHOR_DESCRIPTION, resolveAuthor } from "../people/resolve-author.js";
import { loadNamedUser } from "../people/load-named-user.js";
import { User } from "../people/users.js";
import { Clip } from "./clip.js";
import { clipReaderOf } from "./clip-reader.js";
import { clipLinksLoader } from "./loaders.js";
import { mayChangeClip, requireOwnClip } from "./may-change-clip.js";

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 90;
/** Valid links of one clip. */
const MAX_LINKS = 20;
const TOKEN_BYTES = 32;

@ObjectType({
  simpleResolvers: true,
  description:
    "A link by which anyone who has it can hear a clip, without signing in, until it expires or is ended.",
})
class ClipLink {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime)
  expiresAt!: number;
}

@ObjectType({ simpleResolvers: true, description: "A new link. Its URL is shown once." })
class CreatedClipLink {
  @Field(() => String, { description: "Plays the clip's audio." })
  url!: string;

  @Field(() => ClipLink)
  link!: ClipLinkRow;
}

@Resolver(() => ClipLink)
export class ClipLinkResolver {
  @FieldResolver(() => User, { description: "Who made it." })
  async author(@Root() { authorId }: ClipLinkRow, @Ctx() context: Context): Promise<UserRow> {
    return loadNamedUser(context, authorId);
  }

  @forManagers()
  @Mutation(() => CreatedClipLink, {
    description:
      "Makes a link to a clip. Anyone with the link hears the clip, and sees no title, no words and nothing else of the call.",
  })
  async createClipLink(
    @Arg("clipId", () => ID) clipId: string,
    @Arg("days", () => Int, {
      defaultValue: DEFAULT_DAYS,
      description: `For how long it is valid: 1 to ${MAX_DAYS}.`,
    })
    days: number,
    @Arg("authorEmail", () => String, { nullable: true, description: AUTHOR_DESCRIPTION })
    authorEmail: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<CreatedClipLink> {
    if (days < 1 || days > MAX_DAYS) throw invalidField("days", `must be from 1 to ${MAX_DAYS}`);
    const { organizationId } = context;
    const token = context.randomBytes(TOKEN_BYTES).toString("base64url");
    const link = await mutate(context, async (trx) => {
      const { isWhole } = await requireOwnClip(trx, context, clipId);
      // Its file may name the client in its tags.
      if (isWhole === 1)
        throw invalidField("clipId", "is a whole call; links are for parts of calls");
      const authorId = await resolveAuthor(trx, context, authorEmail);
      const createdAt = context.now();
      if ((await loadClipLinks(trx, organizationId, [clipId], createdAt)).length >= MAX_LINKS)
        throw conflict(`has ${MAX_LINKS} links already`, "clipId");
      const id = context.newId();
      const row = { id, clipId, authorId, createdAt, expiresAt: createdAt + days * DAY_MS };
      await insertClipLink(trx, organizationId, row, hashSecret(token));
      await audit(trx, context, { action: "clip.link_created", subject: clipId });
      return row;
    });
    return { url: `${context.publicUrl}/listen/${token}`, link };
  }

  @forManagers()
  @Mutation(() => Boolean, { description: "Ends a link to a clip: it plays no more." })
  async endClipLink(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const link = await findClipLink(trx, organizationId, id);
      if (!link) throw notFound("Link");
      const clip = await findClip(trx, organizationId, link.clipId, clipReaderOf(context));
      if (!clip || !mayChangeClip(context, clip)) throw notFound("Link");
      await deleteClipLink(trx, organizationId, id);
      await audit(trx, context, { action: "clip.link_ended", subject: link.clipId });
      return true;
    });
  }
}

@Resolver(() => Clip)
export class ClipLinksResolver {
  @forPeople()
  @FieldResolver(() => [ClipLink], {
    description: "The valid links to it; empty for callers who may not change it.",
  })
  async links(@Root() clip: ClipRow, @Ctx() context: Context): Promise<ClipLinkRow[]> {
    return mayChangeClip(context, clip) ? context.loaders.get(clipLinksLoader).load(clip.id) : [];
  }
}
