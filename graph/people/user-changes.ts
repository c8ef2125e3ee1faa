import { Arg, Ctx, Field, InputType, Mutation, Resolver } from "type-graphql";
import type { UserRow } from "../../db/people/users.js";
import { forPrograms } from "../access/access.js";
import type { Context } from "../context/context.js";
import { notFound } from "../core/errors.js";
import { NotNull } from "../arguments/constraints.js";
import { Limit } from "../arguments/limits.js";
import { MAX_NUMBERS } from "./numbers.js";
import { changeUser } from "./change-user.js";
import { User } from "./users.js";

@InputType()
class UserPatch {
  @NotNull()
  @Field(() => String, { nullable: true })
  name?: string | null;

  @NotNull()
  @Field(() => String, { nullable: true, description: "A label. It grants nothing." })
  role?: string | null;

  @NotNull()
  @Field(() => Boolean, { nullable: true })
  active?: boolean | null;

  @Limit({ maxItems: MAX_NUMBERS })
  @Field(() => [String], { nullable: true, description: "Replaces the user's phone numbers." })
  phones?: string[] | null;

  @Limit({ maxItems: MAX_NUMBERS })
  @Field(() => [String], { nullable: true, description: "Replaces the user's extensions." })
  extensions?: string[] | null;
}

const requireExisting = (existing: UserRow | undefined): UserRow => {
  if (!existing) throw notFound("User");
  return existing;
};

@Resolver()
export class UserChangeResolver {
  @forPrograms("people")
  @Mutation(() => User, { description: "Changes the sent fields of a user." })
  async updateUser(
    @Arg("email", () => String, { description: "In any case." }) email: string,
    @Arg("input", () => UserPatch) input: UserPatch,
    @Ctx() context: Context,
  ): Promise<User> {
    return changeUser(context, { ...input, email }, requireExisting);
  }

  @forPrograms("people")
  @Mutation(() => Boolean, {
    description:
      "Deactivates a user: sessions and keys end at once, and calls and appointments stay.",
  })
  async deactivateUser(
    @Arg("email", () => String, { description: "In any case." }) email: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    await changeUser(context, { email, active: false }, requireExisting);
    return true;
  }
}
