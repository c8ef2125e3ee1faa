import { allOrganizations } from "../../db/organizations.js";
import type { Services } from "../../graph/context.js";
import { RefusedError } from "../verb.js";

/** The id of the organization with this id, or with this name if no other has it. @throws RefusedError */
export const organizationId = async (
  { db }: Pick<Services, "db">,
  text: string,
): Promise<string> => {
  const all = await allOrganizations(db);
  const found = all.filter(({ id, name }) => id === text || name === text);
  if (found.length === 0)
    throw new RefusedError(`no organization "${text}"; see: debrief org list`);
  if (found.length > 1) throw new RefusedError(`several organizations "${text}"; give the id`);
  return found[0]!.id;
};
