import { Arg, Ctx, FieldResolver, Mutation, registerEnumType, Resolver, Root } from "type-graphql";
import type { NumberKind } from "../../db/people/user-numbers.js";
import type { UserRow } from "../../db/people/users.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { addUserNumber } from "./numbers.js";
import { requireUser } from "./require-user.js";
import { User } from "./users.js";
import { userNumbersLoader } from "./loaders.js";

/** Returns no numbers for a user outside the viewer's scope: a comment on a visible call may name that user. */
const listNumbers = async (
  { id }: UserRow,
  { loaders, scope }: Context,
  kind: NumberKind,
): Promise<string[]> =>
  isInScope(scope, id)
    ? (await loaders.get(userNumbersLoader).load(id))
        .flatMap((row) => (row.kind === kind ? row.number : []))
        .toSorted()
    : [];

export const NumberKinds = { phone: "phone", extension: "extension" } as const;
registerEnumType(NumberKinds, { name: "NumberKind" });

@Resolver(() => User)
export class UserNumbersResolver {
  @forInternal()
  @Mutation(() => User, {
    description:
      "Adds a number to a user. Its waiting calls become the user's recordings within a minute.",
  })
  async mapNumber(
    @Arg("kind", () => NumberKinds) kind: NumberKind,
    @Arg("number", () => String, { description: "As in unmappedNumbers." }) number: string,
    @Arg("userEmail", () => String) userEmail: string,
    @Ctx() context: Context,
  ): Promise<User> {
    const { organizationId } = context;
    const mapped = await mutate(context, async (trx) => {
      const user = await requireUser(trx, organizationId, userEmail, "userEmail");
      await addUserNumber(trx, organizationId, user.id, { kind, number });
      const field = kind === "phone" ? "phones" : "extensions";
      await audit(trx, context, { action: "user.updated", subject: user.email, fields: [field] });
      return user;
    });
    context.onNumbersChanged(organizationId);
    return mapped;
  }

  @FieldResolver(() => [String], { description: "The user's phone numbers, in E.164." })
  async phones(@Root() user: UserRow, @Ctx() context: Context): Promise<string[]> {
    return listNumbers(user, context, "phone");
  }

  @FieldResolver(() => [String], { description: "The user's extensions in the phone system." })
  async extensions(@Root() user: UserRow, @Ctx() context: Context): Promise<string[]> {
    return listNumbers(user, context, "extension");
  }
}
