import { Refusal, requireFound } from "./refusal.js";
import type { Organization, Recording, Status } from "./world.js";

export const resolveRecording = (org: Organization, id: string): Recording =>
  requireFound(
    org.recordings.find((recording) => recording.id === id),
    "Recording",
  );

/** @throws NOT_FOUND, CONFLICT in another status */
export const resolveInStatus = (org: Organization, id: string, ...from: Status[]): Recording => {
  const recording = resolveRecording(org, id);
  if (!from.includes(recording.status)) throw new Refusal("CONFLICT");
  return recording;
};
