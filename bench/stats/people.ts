import { randomUUIDv7 } from "node:crypto";
import type { Db } from "../../db/engine/connect.js";
import { upsertTeam } from "../../db/people/teams.js";
import { upsertTemplate } from "../../db/analysis/templates.js";
import { upsertUser } from "../../db/people/users.js";

const USERS = 200;
const TEAMS = 20;
const TAGS = 30;
const TEMPLATES = 5;
const QUESTIONS = 5;

export interface People {
  userIds: string[];
  tags: string[];
  templates: { id: string; questions: { id: string; question: string }[] }[];
}

const buildList = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const formatEmail = (user: number): string => `rep-${user}@example.com`;

/** The users, and the attributes that statistics group by. */
export const insertPeople = async (
  trx: Db,
  organizationId: string,
  now: number,
): Promise<People> => {
  const userIds = buildList(USERS, () => randomUUIDv7());
  for (const [index, id] of userIds.entries())
    await upsertUser(trx, organizationId, {
      id,
      email: formatEmail(index),
      name: `Rep ${index}`,
      role: "rep",
      active: true,
      now,
    });
  for (let team = 0; team < TEAMS; team += 1)
    await upsertTeam(trx, organizationId, {
      id: randomUUIDv7(),
      name: `Team ${team}`,
      now,
      members: userIds
        .filter((_, index) => index % TEAMS === team)
        .map((userId) => ({ userId, role: "member" })),
    });
  const templates = buildList(TEMPLATES, () => ({
    id: randomUUIDv7(),
    prompt: null,
    sources: "[]",
    teamIds: "[]",
    isRetired: 0,
    version: 1,
    questions: buildList(QUESTIONS, (index) => ({
      id: randomUUIDv7(),
      question: `Did the rep keep to point ${index + 1} of the process?`,
      trackerId: null,
      kind: "yesNo" as const,
      weight: 1,
    })),
  }));
  for (const [index, template] of templates.entries())
    await upsertTemplate(trx, organizationId, { ...template, name: `Process ${index}`, now });
  return { userIds, templates, tags: buildList(TAGS, (index) => `tag ${index}`) };
};
