import { invalidField } from "../../../graph/core/errors.js";
import type { CallFacts } from "./call-facts.js";
import type { CallUnit } from "./call-units.js";

const DAY_MS = 24 * 60 * 60_000;
/** The limit of Date. */
const MAX_DATE_MS = 8.64e15;

/** What decides the fields besides the call's facts. Times are milliseconds since 1970. */
interface CallCircumstances {
  /** When the file last changed. */
  modifiedAt: number;
  now: number;
  /** The e-mail of the user of calls that name none. */
  user?: string | undefined;
}

/** Returns a JSON object; undefined for other text. */
const parseObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const findCustomer = (text: string | undefined, phone: string | undefined): string | undefined => {
  if (phone === undefined) return text;
  const customer = text === undefined ? {} : parseObject(text);
  if (!customer) throw invalidField("customer", "must be an object");
  return JSON.stringify({ phone, ...customer });
};

/** @throws INVALID_FIELD for a time that a Date can't represent */
const formatTime = (time: number): string => {
  if (!(Math.abs(time) <= MAX_DATE_MS))
    throw invalidField(
      "the call's time",
      "is too far away; correct the file's name, sidecar or date",
    );
  return new Date(time).toISOString();
};

/** Returns the fields of an upload. Facts from a sidecar take precedence over the name's. */
export const buildCallFields = (
  { stem }: CallUnit,
  facts: CallFacts,
  { modifiedAt, now, user }: CallCircumstances,
): Record<string, string> => {
  const { startedAt = Math.floor(modifiedAt - (facts.durationMs ?? 0)), durationMs = 0 } = facts;
  const startedText = formatTime(startedAt);
  const endedAt = startedAt + durationMs;
  const { extension, userEmail, userPhone, customerPhone, fields = {} } = facts;
  const customer = findCustomer(fields["customer"], customerPhone);
  const all = {
    ...fields,
    // Two phones may give the same name to calls of one customer.
    call_id: facts.callId ?? `file:${user === undefined ? "" : `${user}/`}${stem}@${startedText}`,
    user_email: userEmail ?? (extension || userPhone ? undefined : user),
    user_phone: userPhone,
    extension,
    started_at: startedText,
    duration_ms: facts.durationMs === undefined ? undefined : String(facts.durationMs),
    // Today's file is a live call, which lists sort by its arrival.
    created_at: now - endedAt > DAY_MS ? formatTime(endedAt) : undefined,
    customer,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
};
