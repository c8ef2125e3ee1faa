import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";
import type { Placeholders } from "../engine/placeholder.js";
import { prepareQuery } from "../engine/prepared.js";
import type { ViewerScope } from "../engine/viewer-scope.js";
import type { AccountRole } from "./account-roles.js";
import { findAccountByUserId } from "./accounts.js";

interface Viewer {
  organizationId: string;
  userId: string;
}

/**
 * A visible team, and a member whose data the viewer sees; null for a team without members, and for the viewer's own
 * team.
 */
interface VisibleTeam {
  teamId: string;
  userId: string | null;
}

/**
 * Looks up the user in each team: with an index of members by user, writing a large team would touch as many pages as
 * it has members. The cross join forces SQLite to use this order.
 */
const teamsOfMember = (
  db: Db,
  { organizationId, userId }: Placeholders<Viewer>,
): Knex.QueryBuilder =>
  db("teams as t")
    .joinRaw("CROSS JOIN team_members AS m")
    .select({ teamId: "t.id", userId: db.raw("NULL") })
    .where({ "t.organization_id": organizationId })
    .where({ "m.organization_id": organizationId, "m.user_id": userId })
    .where("m.team_id", db.ref("t.id"));

const ownTeams = prepareQuery<Viewer, VisibleTeam>(teamsOfMember);

const firstOwnTeam = prepareQuery<Viewer, { teamId: string; name: string }>((db, viewer) =>
  teamsOfMember(db, viewer).select("t.name").orderBy(["t.name", "t.id"]).limit(1),
);

const teamsOfLead = (db: Db, { organizationId, userId }: Placeholders<Viewer>): Knex.QueryBuilder =>
  db("team_leads as l")
    .leftJoin("team_members as m", (on) =>
      on.on("m.organization_id", "l.organization_id").andOn("m.team_id", "l.team_id"),
    )
    .select({ teamId: "l.team_id", userId: "m.user_id" })
    .where({ "l.organization_id": organizationId, "l.user_id": userId });

const ledTeams = prepareQuery<Viewer, VisibleTeam>(teamsOfLead);

const ownAndLedTeams = prepareQuery<Viewer, VisibleTeam>((db, viewer) =>
  teamsOfLead(db, viewer).unionAll(teamsOfMember(db, viewer)),
);

/** The teams visible to a signed-in user with a role. */
const teamsOfRole: Record<Exclude<AccountRole, "admin">, typeof ownTeams> = {
  manager: ownAndLedTeams,
  rep: ownTeams,
};

const teamsOfKey = prepareQuery<
  { organizationId: string; keyId: string },
  { teamId: string; userId: string | null }
>((db, { organizationId, keyId }) =>
  db("named_key_teams as k")
    .leftJoin("team_members as m", (on) =>
      on.on("m.organization_id", "k.organization_id").andOn("m.team_id", "k.team_id"),
    )
    .select({ teamId: "k.team_id", userId: "m.user_id" })
    .where({ "k.organization_id": organizationId, "k.key_id": keyId }),
);

/** Returns whether a user signs in as an admin or a manager, or leads a team. */
export const canSeeOthers = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<boolean> => {
  const own = { organization_id: organizationId, user_id: userId };
  const account: { role: AccountRole } | undefined = await db("accounts").where(own).first("role");
  if (account && account.role !== "rep") return true;
  return (await db("team_leads").where(own).first(db.raw("1 AS one"))) !== undefined;
};

const toScope = (own: readonly string[], teams: readonly VisibleTeam[]): ViewerScope => ({
  userIds: [...new Set([...own, ...teams.flatMap(({ userId }) => userId ?? [])])].toSorted(),
  teamIds: [...new Set(teams.map(({ teamId }) => teamId))].toSorted(),
});

/** Loads the scope of a key limited to teams: the data of their current members. */
export const loadViewerScopeOfKey = async (
  db: Db,
  organizationId: string,
  keyId: string,
): Promise<ViewerScope> => toScope([], await teamsOfKey(db, { organizationId, keyId }));

/**
 * Loads a signed-in user's scope: a rep sees their own data, a manager also the data of members of the teams that they
 * lead.
 */
export const loadViewerScope = async (
  db: Db,
  organizationId: string,
  { userId, role }: { userId: string; role: Exclude<AccountRole, "admin"> },
): Promise<ViewerScope> => {
  const viewer = { organizationId, userId };
  return toScope([userId], await teamsOfRole[role](db, viewer));
};

/** Loads the part of a lead's scope that belongs to the teams that they lead: neither their own data nor own teams. */
export const loadLedScope = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<ViewerScope> => toScope([], await ledTeams(db, { organizationId, userId }));

/** The team whose middle a member may read. */
interface MemberTeam {
  name: string;
  /** Active members. */
  memberIds: string[];
}

/**
 * Loads the first team of a member by name; undefined without one. Its members are more than a rep's scope: only medians
 * of their figures may leave the server (decision 74).
 */
export const loadMemberTeam = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<MemberTeam | undefined> => {
  const [team] = await firstOwnTeam(db, { organizationId, userId });
  if (!team) return undefined;
  const memberIds: string[] = await db("team_members as m")
    .join("users as u", (on) =>
      on.on("u.organization_id", "m.organization_id").andOn("u.id", "m.user_id"),
    )
    .where({ "m.organization_id": organizationId, "m.team_id": team.teamId, "u.active": 1 })
    .pluck("m.user_id");
  return { name: team.name, memberIds };
};

/**
 * Returns whether a user sees another user's data. An admin sees all data; a manager, or a team lead without an
 * account, the teams' data; a rep their own.
 */
export const seesUser = async (
  db: Db,
  organizationId: string,
  userId: string,
  ownerId: string,
): Promise<boolean> => {
  const account = await findAccountByUserId(db, organizationId, userId);
  const role = account?.role ?? "manager";
  if (role === "admin" || userId === ownerId) return true;
  if (role === "rep") return false;
  const { userIds } = await loadViewerScope(db, organizationId, { userId, role });
  return userIds.includes(ownerId);
};

/** Lists the ids of the users for whom `seesUser` is true of the owner's data, inactive ones included. */
export const listViewerIds = async (
  db: Db,
  organizationId: string,
  ownerId: string,
): Promise<string[]> => {
  const admins: string[] = await db("accounts")
    .where({ organization_id: organizationId, role: "admin" })
    .pluck("user_id");
  const leads: string[] = await db("team_members as m")
    .join("team_leads as l", (on) =>
      on.on("l.organization_id", "m.organization_id").andOn("l.team_id", "m.team_id"),
    )
    .leftJoin("accounts as a", (on) =>
      on.on("a.organization_id", "l.organization_id").andOn("a.user_id", "l.user_id"),
    )
    .where({ "m.organization_id": organizationId, "m.user_id": ownerId })
    .whereRaw("(a.role IS NULL OR a.role <> 'rep')")
    .pluck("l.user_id");
  return [...new Set([ownerId, ...admins, ...leads])];
};
