import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import type { UserRow } from "../../db/people/users.js";
import { deleteAccount, findAccountByUserId } from "../../db/sign-in/accounts.js";
import { hasIdentity } from "../../db/sign-in/identities.js";
import { isLedInvitation } from "../../db/sign-in/led-reps.js";
import { deleteKeysOfUser } from "../../db/sign-in/named-keys.js";
import { forManagers } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { conflict } from "../core/errors.js";
import { requireUser, unknownUser } from "../people/require-user.js";
import { User } from "../people/users.js";

/**
 * Loads the user whose invitation the caller manages. For a manager, only pending invitations of reps whom they lead
 * exist: a link to any other account would let the manager sign in as its user. @throws USER_NOT_FOUND
 */
export const requireInvitedUser = async (
  trx: Db,
  { organizationId, role, userId }: Context,
  email: string,
): Promise<UserRow> => {
  if (
    role === "member" &&
    !(await isLedInvitation(trx, organizationId, { leadId: userId!, email }))
  )
    throw unknownUser("email");
  return requireUser(trx, organizationId, email, "email");
};

/** @throws CONFLICT */
const requirePending = async (trx: Db, organizationId: string, { id }: UserRow): Promise<void> => {
  const account = await findAccountByUserId(trx, organizationId, id);
  if (!account) throw conflict("can't sign in; there is no invitation to revoke", "email");
  if (account.password !== null || (await hasIdentity(trx, organizationId, id)))
    throw conflict("has accepted the invitation; end the user's sign-in instead", "email");
};

@Resolver()
export class PendingInvitationResolver {
  @forManagers()
  @Mutation(() => User, {
    description:
      "Revokes the invitation of a user who has not signed in: its link ends, and the user stays. For a manager, only reps in teams that they lead exist.",
  })
  async revokeInvitation(
    @Arg("email", () => String) email: string,
    @Ctx() context: Context,
  ): Promise<UserRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const user = await requireInvitedUser(trx, context, email);
      await requirePending(trx, organizationId, user);
      // What an admin ends, a manager can't undo. A manager's revocation takes back no more than the invitation.
      const endedAt = context.role === "member" ? null : context.now();
      await deleteAccount(trx, organizationId, user.id, endedAt);
      await deleteKeysOfUser(trx, organizationId, user.id);
      await audit(trx, context, { action: "account.invitation_revoked", subject: user.email });
      return user;
    });
  }
}
