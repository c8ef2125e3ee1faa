import { RecordingViewers } from "./recording-viewers.graphql.js";
import { useQuery } from "./use-query.js";

/** Returns the names of those who see a recording, by e-mail; empty while loading, or if they can't be loaded. */
export const useRecordingViewers = (recordingId: string): Record<string, string> => {
  const { data } = useQuery(RecordingViewers, { recordingId });
  return Object.fromEntries(data?.recordingViewers?.map(({ email, name }) => [email, name]) ?? []);
};
