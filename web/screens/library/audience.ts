import { useIsManager } from "../../lib/use-is-manager.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { ClipReceivers } from "./library.graphql.js";
import type { Clip, ClipAudience } from "./types.js";

/** Who gets or loses a clip, as the API takes it. */
export interface AudienceChange {
  everyone?: true;
  teamIds?: string[];
  userEmails?: string[];
}

const EVERYONE = "everyone";

/** Reads the value of a choice of `useReceivers`. */
export const parseReceiver = (value: string): AudienceChange => {
  if (value === EVERYONE) return { everyone: true };
  const [kind, ...id] = value.split(":");
  return kind === "team" ? { teamIds: [id.join(":")] } : { userEmails: [id.join(":")] };
};

/** Says what people get with whom a clip or a whole call is shared. */
export const describeSharing = (isWhole: boolean): string =>
  isWhole
    ? "They hear the call and read its words. They don’t see its score, comments and other calls."
    : "They hear the clip and read its words. They see nothing else of the call.";

/** A part of an audience, as a choice and in words. */
export interface Receiver {
  value: string;
  text: string;
}

/** Lists with whom a clip is shared. */
export const listReceivers = ({ everyone, teams, users }: ClipAudience): Receiver[] => [
  ...(everyone ? [{ value: EVERYONE, text: "Everyone" }] : []),
  ...teams.map(({ id, name }) => ({ value: `team:${id}`, text: `Team ${name}` })),
  ...users.map(({ email, name }) => ({ value: `user:${email}`, text: name })),
];

/** Says with whom a clip is shared. */
export const describeAudience = ({ sharedWith }: Pick<Clip, "sharedWith">): string => {
  if (!sharedWith) return "Shared with you";
  const names = listReceivers(sharedWith).map(({ text }) => text);
  return names.length > 0 ? `Shared with ${names.join(", ")}` : "Not shared";
};

/** Returns the choices of those with whom the user can share a clip, by value. */
export const useReceivers = (): Record<string, string> => {
  const { data } = useQuery(ClipReceivers, {});
  const isManager = useIsManager();
  const viewer = useViewerEmail();
  return Object.fromEntries([
    ...(isManager ? [[EVERYONE, "Everyone in the organization"]] : []),
    ...(data?.teams ?? []).map(({ id, name }) => [`team:${id}`, `Team ${name}`]),
    ...(data?.users ?? [])
      .filter(({ email }) => email !== viewer)
      .map(({ email, name }) => [`user:${email}`, name]),
  ]) as Record<string, string>;
};
