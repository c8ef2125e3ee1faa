import { randomUUIDv7 } from "node:crypto";
import type { Db } from "../../db/connect.js";
import { putTeam } from "../../db/teams.js";
import { putTemplate } from "../../db/templates.js";
import { upsertUser } from "../../db/users.js";

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

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Those who call, and what calls are told by. */
export const addPeople = async (trx: Db, organizationId: string, now: number): Promise<People> => {
  const userIds = times(USERS, () => randomUUIDv7());
  for (const [index, id] of userIds.entries())
    await upsertUser(trx, organizationId, {
      id,
      email: `rep-${index}@example.com`,
      name: `Rep ${index}`,
      role: "rep",
      active: true,
      now,
    });
  for (let team = 0; team < TEAMS; team += 1)
    await putTeam(trx, organizationId, {
      id: randomUUIDv7(),
      name: `Team ${team}`,
      now,
      members: userIds
        .filter((_, index) => index % TEAMS === team)
        .map((userId) => ({ userId, role: "member" })),
    });
  const templates = times(TEMPLATES, () => ({
    id: randomUUIDv7(),
    questions: times(QUESTIONS, (index) => ({
      id: randomUUIDv7(),
      question: `Did the rep keep to point ${index + 1} of the process?`,
    })),
  }));
  for (const [index, template] of templates.entries())
    await putTemplate(trx, organizationId, { ...template, name: `Process ${index}`, now });
  return { userIds, templates, tags: times(TAGS, (index) => `tag ${index}`) };
};
