import type { StoredUtterance, TranscriptRow } from "../../db/recordings/transcript.js";

/** Returns the name under which the transcript shows the speaker: the rep's or the client's, else as sent. */
export const nameSpeaker = (
  { userName, clientName }: Pick<TranscriptRow, "userName" | "clientName">,
  { role, speaker }: Pick<StoredUtterance, "role" | "speaker">,
): string => {
  const names = { rep: userName, client: clientName, other: undefined };
  return names[role] || speaker;
};
