import type { Db } from "../../db/engine/connect.js";
import { appendTeamMember, listLedTeamIds, loadTeamMemberIds } from "../../db/people/teams.js";
import { findUserByEmail } from "../../db/people/users.js";
import type { AccountRole } from "../../db/sign-in/account-roles.js";
import { findAccountByEmail } from "../../db/sign-in/accounts.js";
import { isLedWithoutAccount } from "../../db/sign-in/led-reps.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { conflict, Failure, missingField } from "../core/errors.js";
import { requireTeams } from "../people/require-teams.js";
import { MAX_MEMBERS } from "../people/teams.js";

/** Validates what doesn't need the database. @throws FORBIDDEN, MISSING_REQUIRED_FIELD */
export const validateManagersInvitation = ({
  role,
  teamIds,
}: {
  role: AccountRole;
  teamIds?: readonly string[] | null;
}): void => {
  if (role !== "rep")
    throw new Failure(
      "FORBIDDEN",
      "must be rep; only an admin can invite managers and admins",
      "role",
    );
  if (!teamIds?.length) throw missingField("teamIds");
};

/**
 * Refuses accounts, and users whom the manager doesn't lead: joining the manager's team would show the manager the
 * user's calls. The reason is the same for all, because the manager may not see the user. @throws CONFLICT
 */
export const requireInvitableEmail = async (
  trx: Db,
  { organizationId, userId }: Context,
  email: string,
): Promise<void> => {
  const isRefused =
    (await findAccountByEmail(trx, email)) ??
    ((await findUserByEmail(trx, organizationId, email)) &&
      !(await isLedWithoutAccount(trx, organizationId, { leadId: userId!, email })));
  if (isRefused) throw conflict("can't be invited by a manager; ask an admin", "email");
};

/** Returns the ids of the teams, each once. For a manager, only the teams that they lead exist. @throws INVALID_FIELD */
export const resolveInvitedTeams = async (
  trx: Db,
  { organizationId, role, userId }: Context,
  teamIds: readonly string[],
): Promise<string[]> => {
  const led = role === "member" ? await listLedTeamIds(trx, organizationId, userId!) : undefined;
  return requireTeams(trx, organizationId, teamIds, led);
};

/** Adds the user to the teams that they aren't a member of. @throws CONFLICT for a full team */
export const joinTeams = async (
  trx: Db,
  context: Context,
  userId: string,
  teamIds: readonly string[],
): Promise<void> => {
  const { organizationId } = context;
  for (const teamId of teamIds) {
    const members = await loadTeamMemberIds(trx, organizationId, [teamId]);
    if (members.some((member) => member.userId === userId)) continue;
    if (members.length >= MAX_MEMBERS)
      throw conflict(`has a team with ${MAX_MEMBERS} members, which is full`, "teamIds");
    await appendTeamMember(trx, organizationId, { teamId, userId });
    await audit(trx, context, { action: "team.updated", subject: teamId, fields: ["members"] });
  }
};
