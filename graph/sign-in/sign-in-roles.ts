import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from "type-graphql";
import { deleteKeysOfUser } from "../../db/sign-in/named-keys.js";
import type { UserRow } from "../../db/people/users.js";
import { deleteAccountLinks } from "../../db/sign-in/account-links.js";
import type { AccountRole } from "../../db/sign-in/account-roles.js";
import {
  deleteAccount,
  findAccountByUserId,
  hasOtherAdmin,
  updateAccount,
} from "../../db/sign-in/accounts.js";
import { forInternal, forManagers } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { DateTime } from "../arguments/scalars.js";
import { requireUser } from "../people/require-user.js";
import { User } from "../people/users.js";
import { SignInRole } from "./sign-in-role.js";
import { signInLoader } from "./loaders.js";

@Resolver(() => User)
export class SignInRoleResolver {
  @forManagers()
  @FieldResolver(() => SignInRole, {
    nullable: true,
    description:
      "The role that the user signs in with; null for a user who can't sign in, and for a manager, for users outside the teams that they lead.",
  })
  async signInRole(
    @Root() { id }: UserRow,
    @Ctx() { loaders }: Context,
  ): Promise<AccountRole | null> {
    return (await loaders.get(signInLoader).load(id))?.role ?? null;
  }

  @forManagers()
  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      "The end of the invitation, also a past one, until the user sets a password; else null. For a manager, also null for users outside the teams that they lead.",
  })
  async invitedUntil(@Root() { id }: UserRow, @Ctx() { loaders }: Context): Promise<number | null> {
    return (await loaders.get(signInLoader).load(id))?.invitedUntil ?? null;
  }

  @forInternal()
  @Mutation(() => User, {
    description:
      "Changes the role of a user who can sign in, from the next request on. The link of an invitation that wasn't accepted ends: `createPasswordLink` creates another. Null: the user can't sign in any more, and all their sessions and keys end.",
  })
  async setSignInRole(
    @Arg("email", () => String) email: string,
    @Arg("role", () => SignInRole, { nullable: true }) role: AccountRole | null | undefined,
    @Ctx() context: Context,
  ): Promise<UserRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const user = await requireUser(trx, organizationId, email, "email");
      const account = await findAccountByUserId(trx, organizationId, user.id);
      if (user.id === context.userId)
        throw conflict("is your own; another admin can change your role", "email");
      const subject = user.email;
      if (!account) {
        if (role) throw conflict("can't sign in yet; invite the user", "email");
        return user;
      }
      if (
        account.role === "admin" &&
        role !== "admin" &&
        !(await hasOtherAdmin(trx, organizationId, user.id))
      )
        throw conflict("is the last admin with a password", "email");
      if (!role) {
        await deleteAccount(trx, organizationId, user.id, context.now());
        await deleteKeysOfUser(trx, organizationId, user.id);
        await audit(trx, context, { action: "account.deleted", subject });
      } else if (role !== account.role) {
        await updateAccount(trx, organizationId, { userId: user.id, role, now: context.now() });
        // Its holder, who may be the manager that made it, would sign in with the new role.
        if (account.password === null) await deleteAccountLinks(trx, organizationId, user.id);
        await audit(trx, context, { action: "account.role_changed", subject });
      }
      return user;
    });
  }
}
