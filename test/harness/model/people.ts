import { requireFound, buildInvalidField, Refusal } from "./refusal.js";
import { compareText } from "./lists.js";
import {
  newId,
  type Organization,
  type Question,
  type QuestionKind,
  type Team,
  type Template,
  type User,
  type World,
} from "./world.js";

/** Users' e-mails are case-insensitive. */
export const isSameEmail = (user: User, email: string): boolean =>
  user.email.toLowerCase() === email.toLowerCase();

export const findUser = (org: Organization, email: string): User | undefined =>
  org.users.find((user) => isSameEmail(user, email));

/** Finds a user, active or not. @throws USER_NOT_FOUND */
export const resolveUser = (org: Organization, email: string, field: string): User => {
  const user = findUser(org, email);
  if (!user) throw new Refusal("USER_NOT_FOUND", field);
  return user;
};

/** Finds an active user. @throws USER_NOT_FOUND */
export const resolveActiveUser = (org: Organization, email: string, field = "userEmail"): User => {
  const user = resolveUser(org, email, field);
  if (!user.active) throw new Refusal("USER_NOT_FOUND", field);
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

/** In the order of their IDs. */
export const listUsersById = ({ hasDescendingIds }: World, { users }: Organization): User[] =>
  hasDescendingIds ? users.toReversed() : users;

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
  questions: QuestionInput[];
}

/** Null restores a default; an absent field stays as it is. */
export interface QuestionInput {
  id?: string | undefined;
  question: string;
  kind?: QuestionKind | null | undefined;
  weight?: number | null | undefined;
  trackerId?: string | null | undefined;
}

/** @throws INVALID_FIELD */
const buildQuestion = (
  org: Organization,
  input: QuestionInput,
  before: Question | undefined,
  field: string,
): Omit<Question, "id"> => {
  const { question, trackerId } = input;
  const kind = (input.kind === undefined ? before?.kind : input.kind) ?? "yesNo";
  const weight = (input.weight === undefined ? before?.weight : input.weight) ?? 1;
  if (weight < 1 || weight > 10) throw buildInvalidField(`${field}.weight`);
  const tracker = org.trackers.find(({ id }) => id === trackerId) ?? null;
  // A tracker doesn't rate.
  if (typeof trackerId === "string" && (!tracker || kind === "rating"))
    throw buildInvalidField(`${field}.trackerId`);
  const kept = trackerId === undefined ? (before?.tracker ?? null) : tracker;
  return { question, kind, weight, tracker: kind === "rating" ? null : kept };
};

const listWhatCounts = (questions: readonly Question[]): unknown[] =>
  questions.map(({ id, question, kind, weight, tracker }) => [
    id,
    question,
    kind,
    weight,
    tracker?.id,
  ]);

/** Replaces all questions; removed ones become former questions. */
export const upsertTemplate = (world: World, org: Organization, input: TemplateInput): Template => {
  const existing =
    input.id === undefined
      ? undefined
      : requireFound(org.templates.find(({ id }) => id === input.id));
  const kept = new Set<string>();
  const built = input.questions.map((one, index) => {
    const field = `questions.${index}`;
    const { id } = one;
    const before = existing?.questions.find((question) => question.id === id);
    if (id !== undefined) {
      if (!before || kept.has(id)) throw buildInvalidField(`${field}.id`);
      kept.add(id);
    }
    return { id, ...buildQuestion(org, one, before, field) };
  });
  const template = existing ?? {
    id: newId(world),
    name: "",
    version: 0,
    questions: [],
    former: [],
  };
  if (!existing) org.templates.push(template);
  const removed = template.questions.filter(({ id }) => !kept.has(id));
  const questions = built.map(({ id, ...question }) => ({ id: id ?? newId(world), ...question }));
  const isChanged =
    !existing ||
    JSON.stringify(listWhatCounts(questions)) !==
      JSON.stringify(listWhatCounts(existing.questions));
  return Object.assign(template, {
    name: input.name,
    version: template.version + (isChanged ? 1 : 0),
    questions,
    former: [...template.former, ...removed],
  });
};

/** Sorts by name, then ID. */
export const sortByName = <T extends { name: string; id: string }>(things: readonly T[]): T[] =>
  things.toSorted((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id));
