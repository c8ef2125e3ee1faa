import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { withinScope, withinTeamScope } from "../engine/viewer-scope.js";

/** What an average may aim at; shares are in percent. Null: there is no target. */
export interface Targets {
  /** Calls of a rep in a week. */
  calls: number | null;
  /** From 0 to 100. */
  score: number | null;
  closeRate: number | null;
  talkRatio: number | null;
  /** Questions that the rep asks in a call. */
  questions: number | null;
}

export const NO_TARGETS: Targets = {
  calls: null,
  score: null,
  closeRate: null,
  talkRatio: null,
  questions: null,
};

const parseTargets = (json: string): Targets => ({
  ...NO_TARGETS,
  ...(JSON.parse(json) as Partial<Targets>),
});

/** Loads what the organization aims at. */
export const loadOrganizationTargets = async (db: Db, organizationId: string): Promise<Targets> => {
  const row: { targets: string } | undefined = await db("organizations")
    .where("id", organizationId)
    .first("targets");
  return parseTargets(row?.targets ?? "{}");
};

/** Loads what teams aim at, of those that the reader sees. */
export const loadTeamTargets = async (
  db: Db,
  organizationId: string,
  teamIds: readonly string[],
): Promise<(Targets & { teamId: string })[]> => {
  const rows: { teamId: string; targets: string }[] = await db("teams")
    .select({ teamId: "id", targets: "targets" })
    .where("organization_id", organizationId)
    .where(inList(db, "id", teamIds))
    .modify(withinTeamScope(db, "id"));
  return rows.map(({ teamId, targets }) => ({ teamId, ...parseTargets(targets) }));
};

/** Loads what users should reach: what the first of their teams by name aims at. Leaves out users without a team. */
export const loadUserTargets = async (
  db: Db,
  organizationId: string,
  userIds: readonly string[],
): Promise<(Targets & { userId: string })[]> => {
  const rows: { userId: string; targets: string }[] = await db("team_members as m")
    .join("teams as t", (on) =>
      on.on("t.organization_id", "m.organization_id").andOn("t.id", "m.team_id"),
    )
    .select({ userId: "m.user_id", targets: "t.targets" })
    .where("m.organization_id", organizationId)
    .where(inList(db, "m.user_id", userIds))
    .modify(withinScope(db, "m.user_id"))
    .orderBy(["t.name", "t.id"]);
  const first = new Map(rows.toReversed().map((row) => [row.userId, row.targets]));
  return [...first].map(([userId, targets]) => ({ userId, ...parseTargets(targets) }));
};

/** Stores what the organization aims at. */
export const updateOrganizationTargets = async (
  trx: Db,
  organizationId: string,
  targets: Targets,
): Promise<void> => {
  await trx("organizations")
    .where("id", organizationId)
    .update({ targets: JSON.stringify(targets) });
};

/** Stores what a team aims at. */
export const updateTeamTargets = async (
  trx: Db,
  organizationId: string,
  teamId: string,
  targets: Targets,
): Promise<void> => {
  await trx("teams")
    .where({ organization_id: organizationId, id: teamId })
    .update({ targets: JSON.stringify(targets) });
};
