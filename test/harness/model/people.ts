import { requireFound, buildInvalidField, Refusal } from "./refusal.js";
import { compareText } from "./lists.js";
import {
  newId,
  type Organization,
  type Team,
  type Template,
  type User,
  type World,
} from "./world.js";

/** Users' e-mails are case-insensitive. */
export const findUser = (org: Organization, email: string): User | undefined =>
  org.users.find((user) => user.email.toLowerCase() === email.toLowerCase());

/** Finds a user, active or not. @throws USER_NOT_FOUND */
export const resolveUser = (org: Organization, email: string, field: string): User => {
  const user = findUser(org, email);
  if (!user) throw new Refusal("USER_NOT_FOUND", field);
  return user;
};

/** Finds an active user. @throws USER_NOT_FOUND */
export const resolveActiveUser = (org: Organization, email: string): User => {
  const user = resolveUser(org, email, "userEmail");
  if (!user.active) throw new Refusal("USER_NOT_FOUND", "userEmail");
  return user;
};

export interface UserInput {
  email: string;
  name: string;
  role?: string;
  active?: boolean;
}

/** Creates or updates by e-mail, which keeps its first spelling. */
export const upsertUser = (world: World, org: Organization, input: UserInput): User => {
  if (!input.email.includes("@")) throw buildInvalidField("email");
  let user = findUser(org, input.email);
  if (!user) {
    user = {
      email: input.email,
      name: "",
      role: "rep",
      active: true,
      signInRole: null,
      lastProcessAIAction: null,
      lastProcessAIAt: null,
      lastCoachAssistantAction: null,
      lastCoachAssistantAt: null,
      lastRecordedAt: null,
      accessedAt: null,
      createdAt: world.now,
      updatedAt: world.now,
    };
    org.users.push(user);
  }
  if (input.active === false) endKeys(org, user);
  return Object.assign(user, {
    name: input.name,
    role: input.role ?? user.role,
    active: input.active ?? user.active,
    updatedAt: world.now,
  });
};

/** Ends the keys that act as the user. */
export const endKeys = (org: Organization, user: User): void => {
  for (const key of org.namedKeys) if (key.user === user) key.isEnded = true;
};

export interface ActivityInput {
  kind: "process_ai" | "coach_assistant" | "recorded" | "accessed";
  action?: string | undefined;
  at?: number | undefined;
}

const activityFields = {
  process_ai: ["lastProcessAIAt", "lastProcessAIAction"],
  coach_assistant: ["lastCoachAssistantAt", "lastCoachAssistantAction"],
  recorded: ["lastRecordedAt"],
  accessed: ["accessedAt"],
} as const;

/** An older activity never overwrites a newer one, and none is later than now. */
export const applyActivity = (
  world: World,
  user: User,
  { kind, action, at }: ActivityInput,
): void => {
  const [time, actionField] = activityFields[kind];
  const activityTime = Math.min(at ?? world.now, world.now);
  if ((user[time] ?? activityTime) > activityTime) return;
  user[time] = activityTime;
  if (actionField) user[actionField] = action ?? null;
  user.updatedAt = world.now;
};

export const recordActivity = (
  world: World,
  org: Organization,
  email: string,
  input: ActivityInput,
): User => {
  const user = resolveUser(org, email, "email");
  applyActivity(world, user, input);
  return user;
};

export const resolveReviewer = (org: Organization, email: string): User =>
  resolveUser(org, email, "reviewerEmail");

/** Sorts by name, then e-mail. */
export const sortUsers = (users: readonly User[]): User[] =>
  users.toSorted((a, b) => compareText(a.name, b.name) || compareText(a.email, b.email));

export const listUsers = (org: Organization): User[] => sortUsers(org.users);

export interface TeamInput {
  id?: string | undefined;
  name: string;
  members: { email: string; role?: string }[];
  leads?: string[];
}

/** Replaces all members, and the leads if there are any. */
export const upsertTeam = (world: World, org: Organization, input: TeamInput): Team => {
  const existing =
    input.id === undefined ? undefined : requireFound(org.teams.find(({ id }) => id === input.id));
  const members: Team["members"] = [];
  for (const [index, { email, role = "member" }] of input.members.entries()) {
    const user = resolveUser(org, email, `members.${index}.email`);
    if (members.some((member) => member.user === user))
      throw buildInvalidField(`members.${index}.email`);
    members.push({ user, role });
  }
  const leads: User[] = [];
  for (const [index, email] of (input.leads ?? []).entries()) {
    const user = resolveUser(org, email, `leads.${index}`);
    if (leads.includes(user)) throw buildInvalidField(`leads.${index}`);
    leads.push(user);
  }
  const team = existing ?? { id: newId(world), name: "", members: [], leads: [] };
  if (!existing) org.teams.push(team);
  return Object.assign(team, { name: input.name, members, ...(input.leads && { leads }) });
};

export const deleteTeam = (org: Organization, id: string): true => {
  const team = requireFound(org.teams.find((other) => other.id === id));
  org.teams = org.teams.filter((other) => other !== team);
  for (const clip of org.clips) clip.teams.delete(team);
  return true;
};

export interface TemplateInput {
  id?: string | undefined;
  name: string;
  questions: { id?: string | undefined; question: string }[];
}

/** Replaces all questions; removed ones become former questions. */
export const upsertTemplate = (world: World, org: Organization, input: TemplateInput): Template => {
  const existing =
    input.id === undefined
      ? undefined
      : requireFound(org.templates.find(({ id }) => id === input.id));
  const kept = new Set<string>();
  for (const [index, { id }] of input.questions.entries()) {
    if (id === undefined) continue;
    const isKnown = existing?.questions.some((question) => question.id === id);
    if (!isKnown || kept.has(id)) throw buildInvalidField(`questions.${index}.id`);
    kept.add(id);
  }
  const template = existing ?? { id: newId(world), name: "", questions: [], former: [] };
  if (!existing) org.templates.push(template);
  const removed = template.questions.filter(({ id }) => !kept.has(id));
  return Object.assign(template, {
    name: input.name,
    questions: input.questions.map(({ id, question }) => ({ id: id ?? newId(world), question })),
    former: [...template.former, ...removed],
  });
};

/** Sorts by name, then ID. */
export const sortByName = <T extends { name: string; id: string }>(things: readonly T[]): T[] =>
  things.toSorted((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id));
