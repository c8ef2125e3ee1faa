import {
  Arg,
  Ctx,
  Field,
  InputType,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
import type { Db } from "../db/connect.js";
import { deleteSessions } from "../db/sessions.js";
import {
  listUsers,
  recordActivity,
  upsertUser,
  type UserActivity,
  userByEmail,
  type UserRow,
} from "../db/users.js";
import { mutate } from "./mutate.js";
import { forIntegration, forInternal } from "./access.js";
import { auditUpsert } from "./auditing.js";
import type { Context } from "./context.js";
import { Failure, invalidField, userNotFound } from "./errors.js";
import { DateTime } from "./scalars.js";

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

  @Field(() => String, { nullable: true, description: "What the user last had the process AI do." })
  lastProcessAIAction!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When that was." })
  lastProcessAIAt!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "What the user last asked the coach assistant.",
  })
  lastCoachAssistantAction!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When that was." })
  lastCoachAssistantAt!: number | null;

  @Field(() => DateTime, { nullable: true, description: "When the user's last call began." })
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

  @Field(() => DateTime, { nullable: true, description: "Now, if not given." })
  at?: number | null;
}

/** @throws INVALID_FIELD */
export const checkEmail = (email: string): void => {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidField("email", "must be an e-mail address");
};

/**
 * The active member with this address, whatever its case.
 * @throws USER_NOT_FOUND under the name of the field that the address came in
 */
export const activeUser = async (
  db: Db,
  organizationId: string,
  email: string,
  field: string,
): Promise<UserRow> => {
  const user = await userByEmail(db, organizationId, email);
  if (!user?.active) throw userNotFound(field);
  return user;
};

/** @throws USER_NOT_FOUND; an inactive user is found. */
export const knownUser = async (
  db: Db,
  organizationId: string,
  email: string,
  field: string,
): Promise<UserRow> => {
  const user = await userByEmail(db, organizationId, email);
  if (!user) throw new Failure("USER_NOT_FOUND", "is not the email of a user", field);
  return user;
};

/** What the audit log tells of a user. */
const told = ({ name, role, active }: UserRow) => ({ name, role, active });

@Resolver()
export class UserResolver {
  @forIntegration()
  @Query(() => [User], { description: "Active users only, unless active is null (internal)." })
  async users(
    @Arg("active", () => Boolean, { nullable: true, defaultValue: true }) active: boolean | null,
    @Ctx() context: Context,
  ): Promise<User[]> {
    if (active !== true && context.role !== "internal")
      throw new Failure("FORBIDDEN", "is for internal tokens, but for true", "active");
    return listUsers(context.db, context.organizationId, active ?? undefined);
  }

  @forInternal()
  @Mutation(() => User, { description: "Created or changed by e-mail, whatever its case." })
  async upsertUser(
    @Arg("input", () => UserInput) input: UserInput,
    @Ctx() context: Context,
  ): Promise<User> {
    checkEmail(input.email);
    return mutate(context, async (trx) => {
      const before = await userByEmail(trx, context.organizationId, input.email);
      await upsertUser(trx, context.organizationId, {
        id: context.newId(),
        email: input.email,
        name: input.name,
        role: input.role ?? "rep",
        active: input.active ?? true,
        now: context.now(),
      });
      const user = await knownUser(trx, context.organizationId, input.email, "email");
      if (!user.active) await deleteSessions(trx, context.organizationId, user.id);
      await auditUpsert(trx, context, "user", {
        subject: user.email,
        before: before && told(before),
        after: told(user),
      });
      return user;
    });
  }

  @forInternal()
  @Mutation(() => User)
  async recordUserActivity(
    @Arg("email", () => String) email: string,
    @Arg("input", () => UserActivityInput) input: UserActivityInput,
    @Ctx() context: Context,
  ): Promise<User> {
    return mutate(context, async (trx) => {
      const user = await knownUser(trx, context.organizationId, email, "email");
      const now = context.now();
      await recordActivity(trx, context.organizationId, user.id, {
        kind: input.kind,
        action: input.action ?? null,
        at: input.at ?? now,
        now,
      });
      return knownUser(trx, context.organizationId, email, "email");
    });
  }
}
