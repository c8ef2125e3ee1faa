import { listTemplates, parseTeamIds, type TemplateRow } from "../../db/analysis/templates.js";
import type { Db } from "../../db/engine/connect.js";
import { listLedTeamIds } from "../../db/people/teams.js";
import type { Context } from "../context/context.js";
import { conflict, invalidField, missingField } from "../core/errors.js";
import { ledTeamsLoader } from "../people/loaders.js";
import { requireTeams } from "../people/require-teams.js";

type WithTeams = Pick<TemplateRow, "teamIds">;

/** Returns whether the template is for teams that are all led by the caller. */
const isLed = (template: WithTeams, led: readonly string[]): boolean => {
  const teamIds = parseTeamIds(template);
  return teamIds.length > 0 && teamIds.every((id) => led.includes(id));
};

/** Returns whether the caller may change the template: an admin any, a manager one for teams that they lead. */
export const mayChangeTemplate = async (
  { role, isManager, userId, loaders }: Context,
  template: WithTeams,
): Promise<boolean> => {
  if (role === "internal") return true;
  if (!isManager || userId === undefined) return false;
  const led = await loaders.get(ledTeamsLoader).load(userId);
  return isLed(
    template,
    led.map(({ teamId }) => teamId),
  );
};

/**
 * Returns the teams to store, as JSON. For a manager, only the teams that they lead exist.
 * @throws CONFLICT for a template that the caller may not change, MISSING_REQUIRED_FIELD, INVALID_FIELD
 */
export const resolveTemplateTeams = async (
  trx: Db,
  { organizationId, role, userId }: Context,
  before: WithTeams | undefined,
  sent: readonly string[] | null | undefined,
): Promise<string> => {
  const led = role === "member" ? await listLedTeamIds(trx, organizationId, userId!) : undefined;
  if (led && before && !isLed(before, led))
    throw conflict("isn't only for teams that you lead; ask an admin to change it", "id");
  if (sent === undefined && before) return before.teamIds;
  const teamIds = await requireTeams(trx, organizationId, sent ?? [], led);
  if (led && teamIds.length === 0) throw missingField("teamIds");
  return JSON.stringify(teamIds);
};

/** The rules compare every question of a call's templates with it, and a model reads their names. */
const MAX_FOR_ALL = 50;
const MAX_OF_TEAM = 10;
/** Retired ones included. A list has all of them. */
const MAX_TEMPLATES = 300;

/** @throws INVALID_FIELD if one more template would be too many for all, for one of its teams, or in all */
export const requireRoom = async (
  trx: Db,
  { organizationId }: Context,
  saved: Pick<TemplateRow, "id" | "teamIds" | "isRetired">,
): Promise<void> => {
  const others = (await listTemplates(trx, organizationId)).filter(({ id }) => id !== saved.id);
  if (others.length >= MAX_TEMPLATES)
    throw invalidField("id", `is required: the organization has ${MAX_TEMPLATES} templates`);
  if (saved.isRetired === 1) return;
  const inUse = others.filter(({ isRetired }) => isRetired === 0).map(parseTeamIds);
  const teamIds = parseTeamIds(saved);
  if (teamIds.length === 0 && inUse.filter((ids) => ids.length === 0).length >= MAX_FOR_ALL)
    throw invalidField("id", `is required: ${MAX_FOR_ALL} templates are for all teams`);
  const full = teamIds.findIndex(
    (teamId) => inUse.filter((ids) => ids.includes(teamId)).length >= MAX_OF_TEAM,
  );
  if (full >= 0)
    throw invalidField(`teamIds.${full}`, `has ${MAX_OF_TEAM} templates; retire one first`);
};
