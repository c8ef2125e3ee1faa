import type { RecordingRow } from "../../db/recordings/fields.js";
import type { EventData } from "./event-definition.js";
import {
  loadRecordingEventSource,
  recordingEventFields,
  type RecordingEventSource,
} from "./recording-data.js";

const { id, name, meetingUrl, event_id, status, createdAt, duration, userEmail, clientId } =
  recordingEventFields;

/** A recording whose analysis failed, and why. */
export const failureEventData: EventData<RecordingRow, RecordingEventSource> = {
  load: loadRecordingEventSource,
  fields: {
    id,
    name,
    failureReason: {
      schema: { type: "string", description: "Why, in words that users read." },
      value: ({ recording }) => recording.failureReason ?? "",
    },
    meetingUrl,
    event_id,
    status,
    createdAt,
    duration,
    userEmail,
    clientId,
  },
};
