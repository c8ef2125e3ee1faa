import { computeDuration } from "./calls.js";
import { isSameEmail, resolveActiveUser } from "./people.js";
import { buildInvalidField, Refusal, requireFound } from "./refusal.js";
import { type Clip, newId, type Organization, type Team, type World } from "./world.js";

const MIN_CLIP_MS = 1_000;
const MAX_CLIP_MS = 600_000;

export interface AudienceInput {
  everyone?: boolean | undefined;
  teamIds?: string[] | undefined;
  userEmails?: string[] | undefined;
}

export interface ClipInput {
  recordingId: string;
  title: string;
  /** Without both, it is the whole call. */
  start?: number | undefined;
  end?: number | undefined;
  authorEmail: string;
  shareWith?: AudienceInput | undefined;
}

const resolveTeams = (teams: readonly Team[], ids: readonly string[] = []): Team[] =>
  ids.map((id, index) => {
    const team = teams.find((one) => one.id === id);
    if (!team) throw buildInvalidField(`teamIds.${index}`);
    return team;
  });

const requireTitle = (title: string): void => {
  if (title.trim() === "") throw buildInvalidField("title");
};

const findClip = (org: Organization, id: string): Clip =>
  requireFound(
    org.clips.find((clip) => clip.id === id),
    "Clip",
  );

const addAudience = (
  org: Organization,
  clip: Clip,
  { everyone, teamIds, userEmails = [] }: AudienceInput,
): void => {
  const teams = resolveTeams(org.teams, teamIds);
  const users = userEmails.map((email, index) =>
    resolveActiveUser(org, email, `userEmails.${index}`),
  );
  if (everyone === true) clip.isForEveryone = true;
  for (const team of teams) clip.teams.add(team);
  for (const user of users) clip.users.add(user);
};

/** Returns the part that a clip is to be; null: the whole call. */
const resolvePart = ({ start, end }: ClipInput, duration: number): Clip["part"] => {
  if (start === undefined && end === undefined) return null;
  if (start === undefined || end === undefined)
    throw new Refusal("MISSING_REQUIRED_FIELD", start === undefined ? "start" : "end");
  if (start >= duration) throw buildInvalidField("start");
  if (end > duration || end - start < MIN_CLIP_MS || end - start > MAX_CLIP_MS)
    throw buildInvalidField("end");
  return { start, end };
};

export const createClip = (world: World, org: Organization, input: ClipInput): Clip => {
  requireTitle(input.title);
  const { title, authorEmail, shareWith = {} } = input;
  const recording = requireFound(
    org.recordings.find(({ id }) => id === input.recordingId),
    "Recording",
  );
  if (recording.status !== "processed") throw new Refusal("CONFLICT");
  const part = resolvePart(input, computeDuration(recording));
  const author = resolveActiveUser(org, authorEmail, "authorEmail");
  const clip: Clip = {
    id: newId(world),
    recording,
    author,
    title,
    part,
    createdAt: world.now,
    isForEveryone: false,
    teams: new Set(),
    users: new Set(),
  };
  addAudience(org, clip, shareWith);
  org.clips.push(clip);
  return clip;
};

export const renameClip = (org: Organization, id: string, title: string): Clip => {
  requireTitle(title);
  return Object.assign(findClip(org, id), { title });
};

export const shareClip = (org: Organization, id: string, input: AudienceInput): Clip => {
  const clip = findClip(org, id);
  addAudience(org, clip, input);
  return clip;
};

export const unshareClip = (
  org: Organization,
  id: string,
  { everyone, teamIds, userEmails = [] }: AudienceInput,
): Clip => {
  const clip = findClip(org, id);
  const teams = resolveTeams([...clip.teams], teamIds);
  const users = userEmails.map((email, index) => {
    const user = [...clip.users].find((one) => one.email.toLowerCase() === email.toLowerCase());
    if (!user) throw buildInvalidField(`userEmails.${index}`);
    return user;
  });
  if (everyone === true) clip.isForEveryone = false;
  for (const team of teams) clip.teams.delete(team);
  for (const user of users) clip.users.delete(user);
  return clip;
};

export const deleteClip = (org: Organization, id: string): true => {
  const clip = findClip(org, id);
  org.clips = org.clips.filter((one) => one !== clip);
  return true;
};

export interface ClipFilter {
  authorEmail?: string | undefined;
  /** Of the call's user. */
  userEmail?: string | undefined;
  shared?: boolean | undefined;
}

const isShared = ({ isForEveryone, teams, users }: Clip): boolean =>
  isForEveryone || teams.size > 0 || users.size > 0;

/** In any order. */
export const listClips = (
  org: Organization,
  { authorEmail, userEmail, shared }: ClipFilter,
): Clip[] =>
  org.clips.filter(
    (clip) =>
      (authorEmail === undefined || isSameEmail(clip.author, authorEmail)) &&
      (userEmail === undefined || isSameEmail(clip.recording.user, userEmail)) &&
      (shared === undefined || isShared(clip) === shared),
  );
