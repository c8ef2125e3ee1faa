import { type Actor, buildActor } from "./actor.js";
import type { Credential } from "./credential.js";

/** What people do with the content of calls, as the audit log names it. */
export const lookActions = ["transcript.opened", "media.played", "organization.exported"] as const;

export type LookAction = (typeof lookActions)[number];

/** Somebody's look at the content of calls. */
export interface Look {
  organizationId: string;
  actor: Actor;
  action: LookAction;
  /** The recording's id; null for an export. */
  subject: string | null;
}

/** Keeps who looked; returns at once. */
export type LookRecorder = (look: Look) => void;

/** Returns whether a credential stands for a person: a session, or a key that acts as a person. */
export const isPerson = ({ userId, personId }: Pick<Credential, "userId" | "personId">): boolean =>
  userId !== undefined || personId !== undefined;

/** Records that a person plays the media of a recording, as `recordLook` does. */
export const recordPlaying = (
  onLooked: LookRecorder,
  credential: Credential,
  address: string | undefined,
  recordingId: string,
): void => {
  if (!isPerson(credential)) return;
  onLooked({
    organizationId: credential.organizationId!,
    actor: buildActor(credential, address ?? null),
    action: "media.played",
    subject: recordingId,
  });
};

/** Records that anybody exports what they see of an organization. */
export const recordExport = (
  onLooked: LookRecorder,
  credential: Credential,
  address: string | undefined,
): void =>
  onLooked({
    organizationId: credential.organizationId!,
    actor: buildActor(credential, address ?? null),
    action: "organization.exported",
    subject: null,
  });
