import type { FoundActionItem } from "../../db/analysis/action-items.js";
import type { Context } from "../context/context.js";
import { invalidField, missingField } from "../core/errors.js";
import { DEFAULT_EVENT } from "./events.js";
import { formatActionItems, formatProcess } from "./event-texts.js";
import { buildPayload } from "./payload.js";
import type { recordingEventFields } from "./recording-data.js";
import type { Limits } from "../arguments/declared-limits.js";
import { LONG_TEXT, URL_TEXT, validateObject, validateText } from "../arguments/limits.js";
import { buildRecordingUrl } from "../context/urls.js";

const MAX_SAMPLE_BYTES = 1024 * 1024;

type SampleFields = Record<string, unknown>;

const isObject = (value: unknown): value is SampleFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

const formatSampleItems = (items: unknown): string => {
  if (!Array.isArray(items)) return textOrEmpty(items);
  const valid = items.filter(isObject).filter((item) => typeof item["text"] === "string");
  return formatActionItems(
    valid.map((item) => {
      const kind = item["kind"] === "client" ? "client" : "explicit";
      return { ...item, kind } as FoundActionItem & SampleFields;
    }),
  );
};

/** Builds the event's fields from a process in the form of /v1. */
const buildProcessFields = (process: unknown) => {
  const { answers, summary } = isObject(process) ? process : {};
  const asked = (Array.isArray(answers) ? answers : [])
    .filter(isObject)
    .map(({ question, answer, yes }) => ({
      question: textOrEmpty(question),
      answer: typeof answer === "string" ? answer : null,
      yes: yes === true ? 1 : 0,
      // In /v1, a no without text looks the same; most of these are unanswered.
      answered: typeof answer === "string" || yes === true ? 1 : 0,
    }));
  const followed = asked.filter(({ yes }) => yes === 1).length;
  return {
    process: formatProcess(asked, textOrEmpty(summary)),
    processFollowed: followed,
    processMissed: asked.length - followed,
    processTotal: asked.length,
  };
};

/** The limits of the body's texts. */
const textLimits: Record<string, Limits> = {
  id: {},
  name: {},
  actionItems: LONG_TEXT,
  notes: LONG_TEXT,
  recording: URL_TEXT,
  createdAt: {},
  summary: LONG_TEXT,
  userEmail: {},
  clientId: {},
  eventId: {},
};

/** Validates a recording in the form of /v1. @throws MISSING_REQUIRED_FIELD, INVALID_FIELD */
export const validateSample = (recording: unknown): SampleFields & { id: string } => {
  if (!isObject(recording)) throw invalidField("recording", "must be an object");
  const { id, status } = recording;
  for (const field of ["id", "status"])
    if (recording[field] === undefined || recording[field] === null)
      throw missingField(`recording.${field}`);
  if (typeof id !== "string" || id === "")
    throw invalidField("recording.id", "must be a non-empty string");
  if (status !== "processed") throw invalidField("recording.status", "must be processed");
  if (Buffer.byteLength(JSON.stringify(recording)) > MAX_SAMPLE_BYTES)
    throw invalidField("recording", `must be at most ${MAX_SAMPLE_BYTES} bytes as JSON`);
  for (const [field, limits] of Object.entries(textLimits)) {
    const value = recording[field];
    if (typeof value === "string") validateText(value, () => `recording.${field}`, limits);
  }
  const { customFields } = recording;
  if (isObject(customFields)) validateObject(customFields, "recording.customFields");
  return { ...recording, id };
};

/** Builds the body that recording.processed would have for this recording. */
export const buildSamplePayload = (
  context: Context,
  recording: SampleFields & { id: string },
): string => {
  const { eventId, customFields } = recording;
  const data: Record<keyof typeof recordingEventFields, unknown> = {
    id: recording.id,
    name: textOrEmpty(recording["name"]),
    actionItems: formatSampleItems(recording["actionItems"]),
    notes: textOrEmpty(recording["notes"]),
    meetingUrl: textOrEmpty(recording["recording"]) || buildRecordingUrl(context, recording.id),
    ...buildProcessFields(recording["process"]),
    event_id: typeof eventId === "string" ? eventId : undefined,
    status: "processed",
    createdAt: textOrEmpty(recording["createdAt"]) || new Date(context.now()).toISOString(),
    duration: Number.isSafeInteger(recording["duration"]) ? recording["duration"] : 0,
    summary: textOrEmpty(recording["summary"]),
    userEmail: textOrEmpty(recording["userEmail"]),
    clientId: textOrEmpty(recording["clientId"]) || null,
  };
  return buildPayload(DEFAULT_EVENT, isObject(customFields) ? customFields : {}, data);
};
