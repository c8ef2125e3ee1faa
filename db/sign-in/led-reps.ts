import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";
import { buildEmailKey } from "../people/users.js";

/** A user's e-mail, and a lead of one of the user's teams. */
interface LedUser {
  leadId: string;
  email: string;
}

/** Active users who are members of a team that the lead leads, with their accounts. */
const queryLedUsers = (
  db: Db,
  organizationId: string,
  { leadId, email }: LedUser,
): Knex.QueryBuilder =>
  db("users as u")
    .join("team_members as m", (on) =>
      on.on("m.organization_id", "u.organization_id").andOn("m.user_id", "u.id"),
    )
    .join("team_leads as l", (on) =>
      on.on("l.organization_id", "m.organization_id").andOn("l.team_id", "m.team_id"),
    )
    .leftJoin("accounts as a", (on) =>
      on.on("a.organization_id", "u.organization_id").andOn("a.user_id", "u.id"),
    )
    .where({
      "u.organization_id": organizationId,
      "u.email_key": buildEmailKey(email),
      "u.active": 1,
      "l.user_id": leadId,
    });

/** Returns whether this is the pending invitation of a rep whom the lead leads. */
export const isLedInvitation = async (
  db: Db,
  organizationId: string,
  user: LedUser,
): Promise<boolean> =>
  (await queryLedUsers(db, organizationId, user)
    .leftJoin("identities as i", (on) =>
      on.on("i.organization_id", "a.organization_id").andOn("i.user_id", "a.user_id"),
    )
    .where("a.role", "rep")
    .whereNull("a.password")
    .whereNull("i.user_id")
    .first(db.raw("1 AS one"))) !== undefined;

/** Returns whether the lead leads the user, who can't sign in although no admin ended their sign-in. */
export const isLedWithoutAccount = async (
  db: Db,
  organizationId: string,
  user: LedUser,
): Promise<boolean> =>
  (await queryLedUsers(db, organizationId, user)
    .whereNull("a.user_id")
    .whereNull("u.sign_in_ended_at")
    .first(db.raw("1 AS one"))) !== undefined;
