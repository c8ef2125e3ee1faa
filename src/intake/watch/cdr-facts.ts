import { invalidField } from "../../../graph/core/errors.js";
import { parseCallTime } from "../call-sinks/call-time.js";
import { type CallFacts, assignNumbers } from "./call-facts.js";

/** The values of a call detail record by lower-case name. */
export type CdrValues = ReadonlyMap<string, string>;

const MAX_DURATION_MS = 2 ** 31 - 1;
/** 31 December 9999. */
const MAX_TIME_MS = 253_402_300_799_999;

const parseNumber = (
  name: string,
  text: string | undefined,
  unitMs: number,
  max: number,
): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw invalidField(name, "must be a number");
  const value = Math.round(Number(text) * unitMs);
  if (value > max) throw invalidField(name, `must be at most ${Math.floor(max / unitMs)}`);
  return value;
};

const TIME_NAMES = ["started_at", "start_stamp", "calldate", "start", "start_time"];

const findStart = (values: CdrValues, zone: string): number | undefined => {
  const epoch = parseNumber("start_epoch", values.get("start_epoch"), 1000, MAX_TIME_MS);
  if (epoch) return epoch;
  const name = TIME_NAMES.find((known) => values.has(known));
  return name === undefined ? undefined : parseCallTime(name, values.get(name)!, zone);
};

const findDuration = (values: CdrValues): number | undefined => {
  const ms = parseNumber("duration_ms", values.get("duration_ms"), 1, MAX_DURATION_MS);
  if (ms !== undefined) return ms;
  const name = ["duration_seconds", "billsec", "duration"].find((known) => values.has(known));
  return name === undefined
    ? undefined
    : parseNumber(name, values.get(name), 1000, MAX_DURATION_MS);
};

const findCallId = (values: CdrValues): string | undefined => {
  const own = values.get("call_id");
  if (own !== undefined) return own;
  const uniqueId = values.get("uniqueid");
  if (uniqueId !== undefined) return `asterisk:${uniqueId}`;
  const uuid = values.get("uuid");
  return uuid && `freeswitch:${uuid.toLowerCase()}`;
};

/** Fields of an upload that a sidecar may have under their own names. */
const SAME_FIELDS = ["name", "event_id", "customer", "custom_fields", "transcript"];

/** What a record of Asterisk or FreeSWITCH has, whose other fields may have these names with another meaning. */
const RECORD_FIELDS = ["uniqueid", "uuid", "src", "dst", "caller_id_number", "destination_number"];

/**
 * Returns the facts in a call detail record, read by Asterisk's and FreeSWITCH's names or upload field names.
 * `zone`: the zone of times without an offset. @throws INVALID_FIELD
 */
export const readCdrFacts = (values: CdrValues, zone: string): CallFacts => {
  const first = (...names: string[]): string | undefined =>
    names.map((name) => values.get(name)).find((value) => value !== undefined);
  const ends = assignNumbers(
    first("src", "caller_id_number", "caller_number"),
    first("dst", "destination_number", "callee_number"),
  );
  const isOwn =
    values.has("call_id") ||
    values.has("started_at") ||
    !RECORD_FIELDS.some((name) => values.has(name));
  return {
    callId: findCallId(values),
    startedAt: findStart(values, zone),
    durationMs: findDuration(values),
    userEmail: values.get("user_email"),
    userPhone: values.get("user_phone"),
    extension: values.get("extension") ?? ends.extension,
    customerPhone: values.get("customer_phone") ?? ends.customerPhone,
    fields: Object.fromEntries(
      (isOwn ? SAME_FIELDS : []).flatMap((name) =>
        values.has(name) ? [[name, values.get(name)!]] : [],
      ),
    ),
  };
};
