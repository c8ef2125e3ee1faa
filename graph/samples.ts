import type { ActionItemRow } from "../db/analysis.js";
import type { Context } from "./context.js";
import { invalidField, missingField } from "./errors.js";
import { actionItemsText, payloadOf } from "./events.js";
import { checkObject, checkText } from "./limits.js";
import { recordingUrl } from "./links.js";

const MOST_BYTES = 1024 * 1024;

type Given = Record<string, unknown>;

const isObject = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const itemsText = (items: unknown): string => {
  if (!Array.isArray(items)) return text(items);
  const known = items.filter(isObject).filter((item) => typeof item["text"] === "string");
  return actionItemsText(
    known.map((item) => {
      const kind = item["kind"] === "client" ? "client" : "explicit";
      return { ...item, kind } as ActionItemRow & Given;
    }),
  );
};

/** The texts of a recording that the body has, and the field whose limit each has. */
const told = {
  id: "id",
  name: "name",
  actionItems: "notes",
  notes: "notes",
  recording: "url",
  createdAt: "name",
  summary: "summary",
  userEmail: "name",
  clientId: "id",
  eventId: "id",
};

/**
 * A recording as the endpoints show it. @throws MISSING_REQUIRED_FIELD, INVALID_FIELD
 */
export const checkSample = (recording: unknown): Given & { id: string } => {
  if (!isObject(recording)) throw invalidField("recording", "must be an object");
  const { id, status } = recording;
  for (const field of ["id", "status"])
    if (recording[field] === undefined || recording[field] === null)
      throw missingField(`recording.${field}`);
  if (typeof id !== "string" || id === "")
    throw invalidField("recording.id", "must be a string that is not empty");
  if (status !== "processed") throw invalidField("recording.status", "must be processed");
  if (Buffer.byteLength(JSON.stringify(recording)) > MOST_BYTES)
    throw invalidField("recording", `must be at most ${MOST_BYTES} bytes as JSON`);
  for (const [field, like] of Object.entries(told)) {
    const value = recording[field];
    if (typeof value === "string") checkText(value, like, () => `recording.${field}`);
  }
  const { customFields } = recording;
  if (isObject(customFields)) checkObject(customFields, "recording.customFields");
  return { ...recording, id };
};

/** The body that a real recording.processed would have, as far as the fields given tell. */
export const samplePayload = (context: Context, recording: Given & { id: string }): string => {
  const { eventId, customFields } = recording;
  return payloadOf("recording.processed", isObject(customFields) ? customFields : {}, {
    id: recording.id,
    name: text(recording["name"]),
    actionItems: itemsText(recording["actionItems"]),
    notes: text(recording["notes"]),
    meetingUrl: text(recording["recording"]) || recordingUrl(context, recording.id),
    process: "",
    processFollowed: 0,
    processMissed: 0,
    processTotal: 0,
    event_id: typeof eventId === "string" ? eventId : undefined,
    status: "processed",
    createdAt: text(recording["createdAt"]) || new Date(context.now()).toISOString(),
    duration: Number.isSafeInteger(recording["duration"]) ? recording["duration"] : 0,
    summary: text(recording["summary"]),
    userEmail: text(recording["userEmail"]),
    clientId: text(recording["clientId"]) || null,
  });
};
