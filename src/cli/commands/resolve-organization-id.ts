import type { Services } from "../../../graph/context/context.js";
import { RefusedError } from "../../base/config/command.js";

/** Resolves an id or a unique name to an organization's id. @throws RefusedError */
export const resolveOrganizationId = async (
  { db }: Pick<Services, "db">,
  text: string,
): Promise<string> => {
  const { listOrganizations } = await import("../../../db/organizations/organization.js");
  const organizations = await listOrganizations(db);
  const matches = organizations.filter(({ id, name }) => id === text || name === text);
  if (matches.length === 0)
    // Users try it beside a demo or a remote server, whose organizations this command can't reach.
    throw new RefusedError(
      `no organization "${text}" in this command's database (DATABASE_URL or --data-dir); see: debrief org list`,
    );
  if (matches.length > 1)
    throw new RefusedError(`several organizations are named "${text}"; use the id`);
  return matches[0]!.id;
};
