import { inList } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { insertAll } from "../engine/insert-all.js";
import { withinScope, withinTeamScope } from "../engine/viewer-scope.js";

export interface TeamRow {
  id: string;
  name: string;
}

export interface TeamMemberRow {
  teamId: string;
  email: string;
  name: string;
  role: string;
}

export type TeamLeadRow = Pick<TeamMemberRow, "teamId" | "email" | "name">;

/** Lists teams by name, then id. */
export const listTeams = async (db: Db, organizationId: string): Promise<TeamRow[]> =>
  db("teams")
    .select("id", "name")
    .where("organization_id", organizationId)
    .modify(withinTeamScope(db, "id"))
    .orderBy(["name", "id"]);

/** Loads the teams that the reader sees. */
export const loadTeamsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<TeamRow[]> =>
  db("teams")
    .select("id", "name")
    .where("organization_id", organizationId)
    .where(inList(db, "id", ids))
    .modify(withinTeamScope(db, "id"));

export const findTeamById = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<TeamRow | undefined> =>
  db("teams").where({ organization_id: organizationId, id }).first("id", "name");

/** Loads the members of several teams, each team's in the order of the last upsert. */
export const loadTeamMembers = async (
  db: Db,
  organizationId: string,
  teamIds: readonly string[],
): Promise<TeamMemberRow[]> =>
  db("team_members as m")
    .join("users as u", (on) =>
      on.on("u.organization_id", "m.organization_id").andOn("u.id", "m.user_id"),
    )
    .where("m.organization_id", organizationId)
    .where(inList(db, "m.team_id", teamIds))
    .modify(withinScope(db, "m.user_id"))
    .orderBy(["m.team_id", "m.position"])
    .select({ teamId: "m.team_id", email: "u.email", name: "u.name", role: "m.role" });

/** Loads the user ids of the teams' members. */
export const loadTeamMemberIds = async (
  db: Db,
  organizationId: string,
  teamIds: readonly string[],
): Promise<{ teamId: string; userId: string }[]> =>
  db("team_members")
    .where("organization_id", organizationId)
    .where(inList(db, "team_id", teamIds))
    .modify(withinScope(db, "user_id"))
    .select({ teamId: "team_id", userId: "user_id" });

/** Loads the leads of several teams, by name, then e-mail. */
export const loadTeamLeads = async (
  db: Db,
  organizationId: string,
  teamIds: readonly string[],
): Promise<TeamLeadRow[]> =>
  db("team_leads as l")
    .join("users as u", (on) =>
      on.on("u.organization_id", "l.organization_id").andOn("u.id", "l.user_id"),
    )
    .where("l.organization_id", organizationId)
    .where(inList(db, "l.team_id", teamIds))
    .orderBy(["l.team_id", "u.name", "u.email"])
    .select({ teamId: "l.team_id", email: "u.email", name: "u.name" });

/** Loads the teams that each of the users leads. */
export const loadLedTeams = async (
  db: Db,
  organizationId: string,
  userIds: readonly string[],
): Promise<{ userId: string; teamId: string }[]> =>
  db("team_leads")
    .where("organization_id", organizationId)
    .where(inList(db, "user_id", userIds))
    .select({ userId: "user_id", teamId: "team_id" });

/** Lists the ids of the teams that the user leads. */
export const listLedTeamIds = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<string[]> =>
  (await loadLedTeams(db, organizationId, [userId])).map(({ teamId }) => teamId);

/** Returns those of the teams of which the user is a member. */
export const listTeamsWithMember = async (
  db: Db,
  organizationId: string,
  userId: string,
  teamIds: readonly string[],
): Promise<string[]> =>
  db("team_members")
    .where({ organization_id: organizationId, user_id: userId })
    .where(inList(db, "team_id", teamIds))
    .pluck("team_id");

/** Replaces the leads of a team. */
export const replaceTeamLeads = async (
  trx: Db,
  organizationId: string,
  teamId: string,
  userIds: readonly string[],
): Promise<void> => {
  await trx("team_leads").where({ organization_id: organizationId, team_id: teamId }).delete();
  await insertAll(
    trx,
    "team_leads",
    userIds.map((userId) => ({
      organization_id: organizationId,
      team_id: teamId,
      user_id: userId,
    })),
  );
};

/** Creates or renames the team and replaces its members. */
export const upsertTeam = async (
  trx: Db,
  organizationId: string,
  team: { id: string; name: string; now: number; members: { userId: string; role: string }[] },
): Promise<void> => {
  await trx("teams")
    .insert({
      organization_id: organizationId,
      id: team.id,
      name: team.name,
      created_at: team.now,
      updated_at: team.now,
    })
    .onConflict(["organization_id", "id"])
    .merge(["name", "updated_at"]);
  await trx("team_members").where({ organization_id: organizationId, team_id: team.id }).delete();
  await insertAll(
    trx,
    "team_members",
    team.members.map((member, position) => ({
      organization_id: organizationId,
      team_id: team.id,
      position,
      user_id: member.userId,
      role: member.role,
    })),
  );
};

/** Adds a member after the others, with the role `member`. */
export const appendTeamMember = async (
  trx: Db,
  organizationId: string,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<void> => {
  const team = { organization_id: organizationId, team_id: teamId };
  const last: { position: number } | undefined = await trx("team_members")
    .where(team)
    .orderBy("position", "desc")
    .first("position");
  await trx("team_members").insert({
    ...team,
    position: last ? last.position + 1 : 0,
    user_id: userId,
    role: "member",
  });
};

/** Deletes the team. Returns false without such a team. */
export const deleteTeam = async (trx: Db, organizationId: string, id: string): Promise<boolean> =>
  (await trx("teams").where({ organization_id: organizationId, id }).delete()) > 0;
