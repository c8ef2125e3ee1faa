import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import {
  countNamedKeys,
  deleteNamedKey,
  findNamedKey,
  insertNamedKey,
  listNamedKeys,
  type NamedKeyRow,
} from "../../db/sign-in/named-keys.js";
import { findUserByEmail } from "../../db/people/users.js";
import { findAccountByUserId } from "../../db/sign-in/accounts.js";
import { forPeople } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { generateSecret, hashSecret } from "../access/credentials.js";
import { conflict, Failure, missingField, notFound, userNotFound } from "../core/errors.js";
import { type KeyScope, KeyScopes } from "../core/key-scopes.js";
import { mutate } from "../context/mutate.js";
import { DateTime } from "../arguments/scalars.js";
import { requireTeams } from "../people/require-teams.js";
import { User } from "../people/users.js";
import { requireCurrentPassword } from "./current-password.js";
import { KEY_LIMITS } from "./key-limits.js";
import { NamedKeyInput, validateKey } from "./named-key-input.js";
import { keyTeamsLoader } from "./loaders.js";
import { userLoader } from "../people/loaders.js";

const SHOWN_PREFIX_CHARACTERS = 8;

@ObjectType({ simpleResolvers: true, description: "A team that a key is for." })
class KeyTeam {
  @Field(() => ID)
  teamId!: string;

  @Field(() => String)
  name!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: "A key beside the organization's own, with some of its rights.",
})
class NamedKey {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: "The first characters of the key, to recognize it." })
  prefix!: string;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, { nullable: true, description: "Null: it doesn't expire." })
  expiresAt!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it was last used, to the minute; null before the first use.",
  })
  lastUsedAt!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "The IP address that last used it; null if unknown.",
  })
  lastUsedAddress!: string | null;
}

@ObjectType({ simpleResolvers: true, description: "Shown once; only a hash is kept of the key." })
class NamedKeyPayload {
  @Field(() => String)
  key!: string;

  @Field(() => NamedKey)
  namedKey!: NamedKey;
}

/** Returns the id of the key's person; null for a program's key. @throws USER_NOT_FOUND, FORBIDDEN */
const resolveOwner = async (
  trx: Db,
  { organizationId, role, userId }: Context,
  email: string | null | undefined,
): Promise<string | null> => {
  const owner =
    typeof email === "string" ? await findUserByEmail(trx, organizationId, email) : undefined;
  if (role === "member") {
    if (typeof email === "string" && owner?.id !== userId)
      throw new Failure("FORBIDDEN", "must be your own e-mail address", "userEmail");
    return userId!;
  }
  if (typeof email !== "string") return null;
  if (!owner?.active) throw userNotFound("userEmail");
  return owner.id;
};

/** @throws CONFLICT if the person, or the organization's programs for null, already have the maximum number of keys */
const requireFreeKey = async (
  trx: Db,
  organizationId: string,
  userId: string | null,
): Promise<void> => {
  const [subject, max] =
    userId === null
      ? ["there are", KEY_LIMITS.programKeys]
      : ["the person has", KEY_LIMITS.personalKeys];
  if ((await countNamedKeys(trx, organizationId, userId)) >= max)
    throw conflict(`${subject} ${max} keys already; revoke one first`);
};

/**
 * Verifies the password of a person in a session: an open page alone must not be enough to create a key.
 * @throws MISSING_REQUIRED_FIELD, INVALID_FIELD
 */
const confirmPerson = async (
  { db, organizationId, browser, sessionId, userId }: Context,
  sent: string | null | undefined,
): Promise<void> => {
  if (!browser || sessionId === undefined || userId === undefined) return;
  const account = await findAccountByUserId(db, organizationId, userId);
  if (!account || account.password === null) return;
  const field = "currentPassword";
  if (typeof sent !== "string") throw missingField(field);
  await requireCurrentPassword(browser, account, { sessionId, sent, field });
};

@Resolver(() => NamedKey)
export class NamedKeyResolver {
  @forPeople()
  @Query(() => [NamedKey], {
    description: "By name; for a manager or rep, their own. (internal; sessions)",
  })
  async namedKeys(@Ctx() { db, organizationId, role, userId }: Context): Promise<NamedKeyRow[]> {
    return listNamedKeys(db, organizationId, role === "member" ? userId : undefined);
  }

  @FieldResolver(() => [KeyScopes])
  scopes(@Root() { scopes }: NamedKeyRow): KeyScope[] {
    return JSON.parse(scopes) as KeyScope[];
  }

  @FieldResolver(() => [KeyTeam], {
    nullable: true,
    description: "Null: the key is for no teams, but for everything or one person.",
  })
  async teams(
    @Root() { id, isRestricted }: NamedKeyRow,
    @Ctx() { loaders }: Context,
  ): Promise<KeyTeam[] | null> {
    return isRestricted === 1 ? loaders.get(keyTeamsLoader).load(id) : null;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "The person that the key acts as; null for a program's key.",
  })
  async user(@Root() { userId }: NamedKeyRow, @Ctx() { loaders }: Context): Promise<User | null> {
    return userId === null ? null : ((await loaders.get(userLoader).load(userId)) ?? null);
  }

  @forPeople()
  @Mutation(() => NamedKeyPayload, {
    description:
      "Creates a key. A manager or rep creates keys of their own. To create a person's key, a signed-in user must send their own password.",
  })
  async createNamedKey(
    @Arg("input", () => NamedKeyInput) input: NamedKeyInput,
    @Ctx() context: Context,
  ): Promise<NamedKeyPayload> {
    const { organizationId, role, newId, now, randomBytes } = context;
    const isPersonal = role === "member" || typeof input.userEmail === "string";
    validateKey(input, isPersonal, now());
    if (isPersonal) await confirmPerson(context, input.currentPassword);
    const key = generateSecret("dbs_", randomBytes);
    const id = newId();
    return mutate(context, async (trx) => {
      const owner = await resolveOwner(trx, context, input.userEmail);
      await requireFreeKey(trx, organizationId, owner);
      await insertNamedKey(trx, organizationId, {
        id,
        name: input.name,
        prefix: key.slice(0, SHOWN_PREFIX_CHARACTERS),
        hash: hashSecret(key),
        scopes: JSON.stringify(input.scopes),
        userId: owner,
        teamIds: input.teamIds ? await requireTeams(trx, organizationId, input.teamIds) : undefined,
        createdAt: now(),
        expiresAt: input.expiresAt ?? null,
      });
      await audit(trx, context, { action: "key.created", subject: id });
      return { key, namedKey: (await findNamedKey(trx, organizationId, id))! };
    });
  }

  @forPeople()
  @Mutation(() => Boolean, {
    description: "Revokes a key: its next request is refused, whichever process receives it.",
  })
  async revokeNamedKey(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId, role, userId } = context;
    return mutate(context, async (trx) => {
      const key = await findNamedKey(trx, organizationId, id);
      if (!key || (role === "member" && key.userId !== userId)) throw notFound();
      await deleteNamedKey(trx, organizationId, id);
      await audit(trx, context, { action: "key.revoked", subject: id });
      return true;
    });
  }
}
