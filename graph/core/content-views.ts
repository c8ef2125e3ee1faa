import { type Actor, buildActor } from "./actor.js";
import type { Credential } from "./credential.js";

/** How people use call content, as named in the audit log. */
export const contentViewActions = [
  "transcript.opened",
  "media.played",
  "organization.exported",
] as const;

export type ContentViewAction = (typeof contentViewActions)[number];

/** A person's access to call content. */
export interface ContentView {
  organizationId: string;
  actor: Actor;
  action: ContentViewAction;
  /** The recording's id; null for an export. */
  subject: string | null;
}

/** Records the access; returns at once. */
export type ContentViewRecorder = (look: ContentView) => void;

/** Returns whether a credential belongs to a person: a session, or a key that acts as a person. */
export const isPerson = ({ userId, personId }: Pick<Credential, "userId" | "personId">): boolean =>
  userId !== undefined || personId !== undefined;

/** Records that a person plays the media of a recording, as `recordContentView` does. */
export const recordMediaPlayed = (
  onContentViewed: ContentViewRecorder,
  credential: Credential,
  address: string | undefined,
  recordingId: string,
): void => {
  if (!isPerson(credential)) return;
  onContentViewed({
    organizationId: credential.organizationId!,
    actor: buildActor(credential, address ?? null),
    action: "media.played",
    subject: recordingId,
  });
};

/** Records that a caller exports the data that it can see. */
export const recordExport = (
  onContentViewed: ContentViewRecorder,
  credential: Credential,
  address: string | undefined,
): void =>
  onContentViewed({
    organizationId: credential.organizationId!,
    actor: buildActor(credential, address ?? null),
    action: "organization.exported",
    subject: null,
  });
