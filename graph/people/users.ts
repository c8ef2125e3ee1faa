import {
  Arg,
  Ctx,
  Extensions,
  Field,
  InputType,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import { deleteKeysOfUser } from "../../db/organizations/named-keys.js";
import { deleteAccountLinks } from "../../db/sign-in/account-links.js";
import { deleteSessions } from "../../db/sign-in/sessions.js";
import { loadUserNumbers, type NumberKind } from "../../db/people/user-numbers.js";
import {
  listUsers,
  recordActivity,
  upsertUser,
  type UserActivity,
  findUserByEmail,
  type UserRow,
} from "../../db/people/users.js";
import { mutate } from "../core/mutate.js";
import { forInternal, forViewers } from "../core/access.js";
import { auditUpsert } from "../core/audit.js";
import type { Context } from "../core/context.js";
import { Failure, invalidField, userNotFound } from "../core/errors.js";
import { Limit } from "../core/limits.js";
import { DateTime } from "../core/scalars.js";
import { MAX_NUMBERS, setUserNumbers } from "./numbers.js";
import { yieldToEventLoop } from "../core/yield-to-event-loop.js";

@ObjectType({ simpleResolvers: true })
export class User {
  @Field(() => String)
  email!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  role!: string;

  @Field(() => Boolean)
  active!: number;

  @Field(() => String, {
    nullable: true,
    description: "The last action the user ran with the process AI.",
  })
  lastProcessAIAction!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When the user last ran the process AI." })
  lastProcessAIAt!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "The last action the user ran with the coach assistant.",
  })
  lastCoachAssistantAction!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "When the user last ran the coach assistant.",
  })
  lastCoachAssistantAt!: number | null;

  @Field(() => DateTime, { nullable: true, description: "When the user's latest call began." })
  lastRecordedAt!: number | null;

  @Field(() => DateTime, { nullable: true, description: "When the user was last seen." })
  accessedAt!: number | null;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime)
  updatedAt!: number;
}

@InputType()
class UserInput {
  @Field(() => String)
  email!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true, defaultValue: "rep" })
  role!: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true })
  active!: boolean | null;

  @Limit({ maxItems: MAX_NUMBERS })
  @Field(() => [String], {
    nullable: true,
    description:
      "Replaces the user's phone numbers: with + and a country code, or of the organization's country. Absent: they stay.",
  })
  phones?: string[] | null;

  @Limit({ maxItems: MAX_NUMBERS })
  @Field(() => [String], {
    nullable: true,
    description: "Replaces the user's extensions in the phone system. Absent: they stay.",
  })
  extensions?: string[] | null;
}

const UserActivityKind = {
  process_ai: "process_ai",
  coach_assistant: "coach_assistant",
  recorded: "recorded",
  accessed: "accessed",
} as const;
registerEnumType(UserActivityKind, { name: "UserActivityKind" });

@InputType()
class UserActivityInput {
  @Field(() => UserActivityKind)
  kind!: UserActivity;

  @Field(() => String, { nullable: true })
  action?: string | null;

  @Field(() => DateTime, { nullable: true, description: "Default: now." })
  at?: number | null;
}

/** @throws INVALID_FIELD */
export const validateEmail = (email: string): void => {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidField("email", "must be an e-mail address");
};

/**
 * Loads the active user with this e-mail, ignoring case. `field` names the input field in the error.
 * @throws USER_NOT_FOUND
 */
export const requireActiveUser = async (
  db: Db,
  organizationId: string,
  email: string,
  field: string,
): Promise<UserRow> => {
  const user = await findUserByEmail(db, organizationId, email);
  if (!user?.active) throw userNotFound(field);
  return user;
};

/** Loads the user with this e-mail, active or not, ignoring case. @throws USER_NOT_FOUND */
export const requireUser = async (
  db: Db,
  organizationId: string,
  email: string,
  field: string,
): Promise<UserRow> => {
  const user = await findUserByEmail(db, organizationId, email);
  if (!user) throw new Failure("USER_NOT_FOUND", "is not the email of a user", field);
  return user;
};

/** Ends the sessions and keys of a user who has become inactive, and their links to set a password. */
const closeAccess = async (trx: Db, organizationId: string, userId: string): Promise<void> => {
  await deleteSessions(trx, organizationId, userId);
  await deleteKeysOfUser(trx, organizationId, userId);
  await deleteAccountLinks(trx, organizationId, userId);
};

/** Returns the fields whose changes the audit log lists. */
const loadAuditedFields = async (
  trx: Db,
  organizationId: string,
  { id, name, role, active }: UserRow,
) => {
  const numbers = await loadUserNumbers(trx, organizationId, [id]);
  const join = (kind: NumberKind): string =>
    numbers
      .flatMap((row) => (row.kind === kind ? row.number : []))
      .toSorted()
      .join(" ");
  return { name, role, active, phones: join("phone"), extensions: join("extension") };
};

@Resolver()
export class UserResolver {
  @forViewers()
  // A list without pages: it returns all users.
  @Extensions({ rows: 250 })
  @Query(() => [User], { description: "Active users only, unless active is null (internal)." })
  async users(
    @Arg("active", () => Boolean, { nullable: true, defaultValue: true }) active: boolean | null,
    @Ctx() context: Context,
  ): Promise<User[]> {
    if (active !== true && context.role !== "internal")
      throw new Failure("FORBIDDEN", "requires an internal token (dbi_…) unless true", "active");
    const users = await listUsers(context.db, context.organizationId, active ?? undefined);
    // Other requests run before the list becomes an answer.
    await yieldToEventLoop();
    return users;
  }

  @forInternal()
  @Mutation(() => User, {
    description: "Creates or updates the user with this e-mail, ignoring case.",
  })
  async upsertUser(
    @Arg("input", () => UserInput) input: UserInput,
    @Ctx() context: Context,
  ): Promise<User> {
    validateEmail(input.email);
    const changed = await mutate(context, async (trx) => {
      const existing = await findUserByEmail(trx, context.organizationId, input.email);
      const loadFields = async (user: UserRow) =>
        loadAuditedFields(trx, context.organizationId, user);
      const before = existing && (await loadFields(existing));
      await upsertUser(trx, context.organizationId, {
        id: context.newId(),
        email: input.email,
        name: input.name,
        role: input.role ?? "rep",
        active: input.active ?? true,
        now: context.now(),
      });
      const user = await requireUser(trx, context.organizationId, input.email, "email");
      await setUserNumbers(trx, context.organizationId, user.id, input);
      if (!user.active) await closeAccess(trx, context.organizationId, user.id);
      await auditUpsert(trx, context, "user", {
        subject: user.email,
        before,
        after: await loadFields(user),
      });
      return user;
    });
    context.onNumbersChanged(context.organizationId);
    return changed;
  }

  @forInternal()
  @Mutation(() => User)
  async recordUserActivity(
    @Arg("email", () => String) email: string,
    @Arg("input", () => UserActivityInput) input: UserActivityInput,
    @Ctx() context: Context,
  ): Promise<User> {
    return mutate(context, async (trx) => {
      const user = await requireUser(trx, context.organizationId, email, "email");
      const now = context.now();
      await recordActivity(trx, context.organizationId, user.id, {
        kind: input.kind,
        action: input.action ?? null,
        at: input.at ?? now,
        now,
      });
      return requireUser(trx, context.organizationId, email, "email");
    });
  }
}
