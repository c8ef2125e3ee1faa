import type { RecordingRow } from "../../db/recordings/fields.js";
import type { TrackerRow } from "../../db/trackers/trackers.js";
import { loadUsersByIds } from "../../db/people/users.js";
import { buildRecordingUrl } from "../context/urls.js";
import type { EventData, EventSubject } from "./event-definition.js";

/** A tracker that was found in a new call. */
export interface TrackerEventRow {
  recording: RecordingRow;
  tracker: TrackerRow;
  /** The first hit, in milliseconds from the start of the recording. */
  start: number;
  hits: number;
}

interface TrackerEventSource extends TrackerEventRow {
  userEmail: string;
  url: string;
}

export const trackerSubject: EventSubject<TrackerEventRow> = {
  recordingIdOf: ({ recording }) => recording.id,
};

/** A tracker and where it was found first, without the words. */
export const trackerEventData: EventData<TrackerEventRow, TrackerEventSource> = {
  load: async (trx, context, row) => {
    const { organizationId } = context;
    const [user] = await loadUsersByIds(trx, organizationId, [row.recording.userId]);
    return {
      ...row,
      userEmail: user!.email,
      url: buildRecordingUrl(context, row.recording.id),
    };
  },
  fields: {
    trackerId: { schema: { like: "Tracker.id" }, value: ({ tracker }) => tracker.id },
    trackerName: { schema: { like: "Tracker.name" }, value: ({ tracker }) => tracker.name },
    start: { schema: { like: "TrackerHit.start" }, value: ({ start }) => start },
    hits: {
      schema: {
        type: "integer",
        description: "How often it was found in the call; at most 50.",
      },
      value: ({ hits }) => hits,
    },
    recordingId: { schema: { like: "Recording.id" }, value: ({ recording }) => recording.id },
    recordingName: { schema: { like: "Recording.name" }, value: ({ recording }) => recording.name },
    userEmail: { schema: { like: "Recording.userEmail" }, value: ({ userEmail }) => userEmail },
    meetingUrl: { schema: { like: "Recording.url" }, value: ({ url }) => url },
  },
};
