import { parseExactJson } from "../core/exact-json.js";
import { loadActionItems } from "../../db/analysis/action-items.js";
import { loadAnswers } from "../../db/analysis/analysis.js";
import { loadAppointmentsByRecordings } from "../../db/appointments/appointment.js";
import type { Db } from "../../db/engine/connect.js";
import { loadUsersByIds } from "../../db/people/users.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { buildRecordingUrl } from "../context/urls.js";
import { formatActionItems, formatOptionalTime, formatProcess } from "./event-texts.js";
import type { EventData, EventFields, EventSubject } from "./event-definition.js";

/** A recording with all data that its events contain. */
export interface RecordingEventSource {
  recording: RecordingRow;
  actionItems: string;
  process: string;
  followed: number;
  total: number;
  url: string;
  /** Undefined for an unmatched recording. */
  eventId: string | undefined;
  userEmail: string;
}

export const recordingSubject: EventSubject<RecordingRow> = {
  recordingIdOf: ({ id }) => id,
  sourceOf: ({ source }) => source,
  customFieldsOf: ({ customFields }) => parseExactJson(customFields) as object,
};

export const loadRecordingEventSource = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
): Promise<RecordingEventSource> => {
  const { organizationId } = context;
  const ids = [recording.id];
  const items = await loadActionItems(trx, organizationId, ids);
  const answers = await loadAnswers(trx, organizationId, ids);
  const [appointment] = await loadAppointmentsByRecordings(trx, organizationId, ids);
  const [user] = await loadUsersByIds(trx, organizationId, [recording.userId]);
  return {
    recording,
    actionItems: formatActionItems(items),
    process: formatProcess(answers, recording.processSummary),
    followed: recording.processFollowed ?? 0,
    total: recording.processTotal ?? 0,
    url: buildRecordingUrl(context, recording.id),
    eventId: appointment?.eventId,
    userEmail: user!.email,
  };
};

/** The fields of a recording, in their order. Webhook tests send the same fields. */
export const recordingEventFields = {
  id: { schema: { like: "Recording.id" }, value: ({ recording }) => recording.id },
  name: { schema: { like: "Recording.name" }, value: ({ recording }) => recording.name },
  actionItems: {
    schema: {
      type: "string",
      description:
        "A heading for each kind of action items, and a line for each item; empty without items.",
    },
    value: ({ actionItems }) => actionItems,
  },
  notes: { schema: { like: "Recording.notes" }, value: ({ recording }) => recording.notes ?? "" },
  meetingUrl: { schema: { like: "Recording.url" }, value: ({ url }) => url },
  process: {
    schema: {
      type: "string",
      description: "The questions of the process with their answers, then its summary.",
    },
    value: ({ process }) => process,
  },
  processFollowed: {
    schema: { type: "integer", minimum: 0, description: "Questions answered yes." },
    value: ({ followed }) => followed,
  },
  processMissed: {
    schema: {
      type: "integer",
      minimum: 0,
      description: "Questions that count and weren't answered yes.",
    },
    value: ({ followed, total }) => total - followed,
  },
  processTotal: {
    schema: {
      type: "integer",
      minimum: 0,
      description:
        "Questions that count: without those that don't apply, and ratings that aren't given yet.",
    },
    value: ({ total }) => total,
  },
  event_id: {
    schema: { like: "Recording.eventId" },
    value: ({ eventId }) => eventId,
    isOptional: true,
  },
  status: { schema: { like: "Recording.status" }, value: ({ recording }) => recording.status },
  createdAt: {
    schema: { like: "Recording.createdAt" },
    value: ({ recording }) => formatOptionalTime(recording.createdAt),
  },
  duration: {
    schema: { like: "Recording.duration" },
    value: ({ recording }) => recording.duration,
  },
  summary: {
    schema: { like: "Recording.summary" },
    value: ({ recording }) => recording.summary ?? "",
  },
  userEmail: { schema: { like: "Recording.userEmail" }, value: ({ userEmail }) => userEmail },
  clientId: {
    schema: { like: "Recording.clientId", isNullable: true },
    value: ({ recording }) => recording.clientId,
  },
} as const satisfies EventFields<RecordingEventSource>;

export const recordingEventData: EventData<RecordingRow, RecordingEventSource> = {
  load: loadRecordingEventSource,
  fields: recordingEventFields,
};
