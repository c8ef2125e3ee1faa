import { resolveClient } from "./clients.js";
import { type Bounds, isInBounds } from "./lists.js";
import { isSameEmail, resolveActiveUser } from "./people.js";
import { resolveInStatus } from "./recordings.js";
import { buildInvalidField, omitUndefined, Refusal, requireFound } from "./refusal.js";
import {
  type ActionItem,
  newId,
  type Organization,
  type Recording,
  type User,
  type World,
} from "./world.js";

export type FoundItem = Pick<ActionItem, "text"> &
  Partial<Pick<ActionItem, "kind" | "assignee" | "completed" | "due">>;

/** An action item with its recording. */
export interface PlacedItem {
  item: ActionItem;
  recording: Recording;
}

const buildItem = (world: World, item: FoundItem & Partial<ActionItem>): ActionItem => ({
  id: newId(world),
  kind: "explicit",
  assignee: null,
  completed: false,
  due: null,
  owner: null,
  foundText: null,
  completedAt: null,
  isChanged: false,
  isAdded: false,
  position: 0,
  ...omitUndefined(item),
  text: item.text,
});

const FILLERS = /\b(?:the|to)\b/g;
const APPENDED_DATE = / \(.*\d{4}\)$/;

const listWords = (text: string): Set<string> =>
  new Set(
    text
      .replace(APPENDED_DATE, "")
      .toLowerCase()
      .replaceAll(FILLERS, "")
      .match(/[\p{L}\p{N}]+/gu),
  );

/** The share of the words of both texts, in percent. */
const computeLikeness = (one: string, other: string): number => {
  const [own, others] = [listWords(one), listWords(other)];
  const shared = [...own].filter((word) => others.has(word)).length;
  return shared === 0 ? 0 : (100 * shared) / (own.size + others.size - shared);
};

const MIN_LIKENESS = 60;

const rankSame = (isSame: boolean, { isChanged }: ActionItem): number =>
  isSame ? 1 + Number(isChanged) : 0;

/** Pairs what an analysis found with what there was: by text, those that people changed first, and then by likeness. */
const pairItems = (
  before: readonly ActionItem[],
  found: readonly FoundItem[],
): Map<FoundItem, ActionItem> => {
  const pairs = new Map<FoundItem, ActionItem>();
  const pairBest = (measure: (item: FoundItem, stored: ActionItem) => number): void => {
    const candidates = found
      .flatMap((item) => before.map((stored) => ({ item, stored, at: measure(item, stored) })))
      .filter(({ item, stored, at }) => at > 0 && (item.kind ?? "explicit") === stored.kind);
    for (const { item, stored } of candidates.toSorted((a, b) => b.at - a.at))
      if (!pairs.has(item) && ![...pairs.values()].includes(stored)) pairs.set(item, stored);
  };
  pairBest((item, stored) => rankSame(item.text === (stored.foundText ?? stored.text), stored));
  pairBest((item, stored) => rankSame(item.text === stored.text, stored));
  pairBest((item, { isChanged, text, foundText }) => {
    const likeness = Math.max(
      computeLikeness(item.text, text),
      foundText === null ? 0 : computeLikeness(item.text, foundText),
    );
    return isChanged && likeness >= MIN_LIKENESS ? likeness : 0;
  });
  return pairs;
};

/** Builds the items after another analysis, which keeps what people did. */
export const keepActionItems = (
  world: World,
  recording: Recording,
  found: readonly FoundItem[] | undefined,
): ActionItem[] | null => {
  const before = recording.analysis?.actionItems ?? [];
  const pairs = pairItems(before, found ?? []);
  const items = (found ?? []).map((item): ActionItem => {
    const stored = pairs.get(item);
    if (stored?.isChanged) return { ...stored, isAdded: false };
    return buildItem(world, { ...item, id: stored?.id });
  });
  const paired = new Set(pairs.values());
  const left = before.filter((stored) => stored.isChanged && !paired.has(stored));
  if (!found && left.length === 0) return null;
  return [...items, ...left.map((stored) => ({ ...stored, isAdded: true }))].map(
    (item, position) => ({ ...item, position }),
  );
};

const requireText = (text: string): void => {
  if (text.trim() === "") throw buildInvalidField("text");
};

/** Returns whether a user sees a rep's calls. A user who can't sign in sees those of the teams that they lead. */
const seesCallsOf = (org: Organization, user: User, rep: User): boolean =>
  user === rep ||
  user.signInRole === "admin" ||
  (user.signInRole !== "rep" &&
    org.teams.some(
      ({ leads, members }) => leads.includes(user) && members.some((member) => member.user === rep),
    ));

const resolveOwner = (org: Organization, recording: Recording, email: string | null) => {
  if (email === null) return null;
  const user = resolveActiveUser(org, email, "ownerEmail");
  if (!seesCallsOf(org, user, recording.user)) throw new Refusal("USER_NOT_FOUND", "ownerEmail");
  return user;
};

export interface NewItemInput {
  text: string;
  ownerEmail?: string | null | undefined;
  due?: string | null | undefined;
}

export const addActionItem = (
  world: World,
  org: Organization,
  id: string,
  { text, ownerEmail, due }: NewItemInput,
): PlacedItem => {
  requireText(text);
  const recording = resolveInStatus(org, id, "processed");
  const owner = resolveOwner(org, recording, ownerEmail ?? null);
  const items = recording.analysis!.actionItems ?? [];
  const position = (items.at(-1)?.position ?? -1) + 1;
  const people = { owner, isChanged: true, isAdded: true, position };
  const item = buildItem(world, { text, due: due ?? null, ...people });
  recording.analysis!.actionItems = [...items, item];
  recording.updatedAt = world.now;
  return { item, recording };
};

const listPlaced = (recording: Recording): PlacedItem[] =>
  (recording.analysis?.actionItems ?? []).map((item) => ({ item, recording }));

const findPlaced = (org: Organization, id: string): PlacedItem =>
  requireFound(
    org.recordings.flatMap(listPlaced).find(({ item }) => item.id === id),
    "Action item",
  );

export interface ItemChanges {
  text?: string | undefined;
  ownerEmail?: string | null | undefined;
  due?: string | null | undefined;
  completed?: boolean | undefined;
}

/** Changes the fields that are sent. What changes nothing doesn't count as a person's change. */
export const updateActionItem = (
  world: World,
  org: Organization,
  id: string,
  { text, ownerEmail, due, completed }: ItemChanges,
): PlacedItem => {
  if (text !== undefined) requireText(text);
  const placed = findPlaced(org, id);
  const { item, recording } = placed;
  const owner = ownerEmail === undefined ? undefined : resolveOwner(org, recording, ownerEmail);
  const sent = Object.entries(omitUndefined({ text, due, completed, owner }));
  const changes = sent.filter(([field, value]) => value !== item[field as "text"]);
  if (changes.length === 0) return placed;
  if (text !== undefined && text !== item.text) item.foundText ??= item.text;
  if (completed !== undefined && completed !== item.completed)
    item.completedAt = completed ? world.now : null;
  Object.assign(item, Object.fromEntries(changes), { isChanged: true });
  recording.updatedAt = world.now;
  return placed;
};

export const deleteActionItem = (world: World, org: Organization, id: string): true => {
  const { item, recording } = findPlaced(org, id);
  // Another analysis would find it again.
  if (!item.isAdded) throw new Refusal("FORBIDDEN");
  const analysis = recording.analysis!;
  analysis.actionItems = analysis.actionItems!.filter((other) => other !== item);
  recording.updatedAt = world.now;
  return true;
};

/** Returns who is to do it; null: the client. */
export const resolveItemOwner = ({ owner, kind }: ActionItem, { user }: Recording): User | null =>
  owner ?? (kind === "explicit" ? user : null);

export interface ItemFilter extends Bounds {
  completed?: boolean | undefined;
  ownerEmail?: string | undefined;
  dueBefore?: string | undefined;
  userEmail?: string | undefined;
  clientId?: string | undefined;
}

/** Lists the items of the newest recording first. */
export const listActionItems = (
  org: Organization,
  { completed, ownerEmail, dueBefore, userEmail, clientId, ...bounds }: ItemFilter,
): PlacedItem[] =>
  org.recordings
    .filter(({ createdAt }) => isInBounds(bounds)(createdAt))
    .filter(({ user }) => userEmail === undefined || isSameEmail(user, userEmail))
    .filter((one) => clientId === undefined || resolveClient(org, one)?.id === clientId)
    .toSorted((a, b) => b.position - a.position)
    .flatMap(listPlaced)
    .filter(({ item, recording }) => {
      const owner = resolveItemOwner(item, recording);
      return (
        (completed === undefined || item.completed === completed) &&
        (ownerEmail === undefined || (owner && isSameEmail(owner, ownerEmail))) &&
        (dueBefore === undefined || (item.due !== null && item.due < dueBefore))
      );
    });
