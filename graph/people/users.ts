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
import { listUsers, recordActivity, type UserActivity } from "../../db/people/users.js";
import { forInternal, forPrograms, forViewers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Failure } from "../core/errors.js";
import { Limit } from "../arguments/limits.js";
import { mutate } from "../context/mutate.js";
import { Receipt } from "../access/receipts.js";
import { DateTime } from "../arguments/scalars.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import { changeUser } from "./change-user.js";
import { MAX_NUMBERS } from "./numbers.js";
import { requireUser, validateEmail } from "./require-user.js";

@Receipt()
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

  @Field(() => String, {
    nullable: true,
    description: "A label. Absent or null: it stays. Default for a new user: rep.",
  })
  role?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Absent or null: it stays. Default for a new user: true.",
  })
  active?: boolean | null;

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
    // Lets other requests run before the response is built.
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
