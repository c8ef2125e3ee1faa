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
import { canSeeOthers } from "../../db/people/viewers.js";
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
import { forInternal, forPrograms, forViewers } from "../core/access.js";
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

/** A user's fields as they shall be. Numbers that are absent or null stay. */
type UserChange = Pick<UserInput, "email" | "name" | "phones" | "extensions"> & {
  role?: string | null;
  active?: boolean | null;
};

/**
 * Creates or changes a user, with what follows from it. `resolve` gets the user with the e-mail, and returns it, or
 * throws. A named key may not change people who sign in to see more than their own.
 * @throws FORBIDDEN, INVALID_FIELD, what `resolve` throws
 */
export const changeUser = async (
  context: Context,
  change: Omit<UserChange, "name"> & { name?: string | null | undefined },
  resolve: (existing: UserRow | undefined) => UserRow | undefined,
): Promise<UserRow> => {
  const { organizationId } = context;
  const changed = await mutate(context, async (trx) => {
    const existing = resolve(await findUserByEmail(trx, organizationId, change.email));
    if (existing && context.keyScopes && (await canSeeOthers(trx, organizationId, existing.id)))
      throw new Failure("FORBIDDEN", "The key may not change admins and managers");
    const loadFields = async (user: UserRow) => loadAuditedFields(trx, organizationId, user);
    const before = existing && (await loadFields(existing));
    await upsertUser(trx, organizationId, {
      id: context.newId(),
      email: change.email,
      name: change.name ?? existing?.name ?? change.email,
      role: change.role ?? existing?.role ?? "rep",
      active: change.active ?? (existing ? existing.active === 1 : true),
      now: context.now(),
    });
    const user = await requireUser(trx, organizationId, change.email, "email");
    await setUserNumbers(trx, organizationId, user.id, change);
    if (!user.active) {
      await deleteSessions(trx, organizationId, user.id);
      await deleteKeysOfUser(trx, organizationId, user.id);
    }
    const after = await loadFields(user);
    await auditUpsert(trx, context, "user", { subject: user.email, before, after });
    return user;
  });
  context.onNumbersChanged(organizationId);
  return changed;
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

  @forPrograms("people")
  @Mutation(() => User, {
    description:
      "Creates or updates the user with this e-mail, ignoring case. A named key may not update admins, managers and those who lead a team.",
  })
  async upsertUser(
    @Arg("input", () => UserInput) input: UserInput,
    @Ctx() context: Context,
  ): Promise<User> {
    validateEmail(input.email);
    return changeUser(context, input, (existing) => existing);
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
