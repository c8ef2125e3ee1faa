import { invalidField } from "../../../graph/core/errors.js";
import { parseCallTime } from "../call-sinks/call-time.js";
import type { NameGroups } from "../../base/config/name-patterns.js";

/** The facts about a call from a file name or a sidecar. Times are milliseconds since 1970. */
export interface CallFacts {
  callId?: string | undefined;
  startedAt?: number | undefined;
  durationMs?: number | undefined;
  extension?: string | undefined;
  userEmail?: string | undefined;
  userPhone?: string | undefined;
  customerPhone?: string | undefined;
  /** The organization's number that was called, if nothing tells who answered. */
  ownNumber?: string | undefined;
  /** Further fields of the upload form, as texts. */
  fields?: Record<string, string>;
}

/** Longer numbers belong to the telephone network. */
const EXTENSION = /^\d{2,6}$/;

/**
 * Distinguishes the rep's extension from the customer's number. If both are extensions, the second one is the rep's.
 */
export const assignNumbers = (
  one: string | undefined,
  two: string | undefined,
): Pick<CallFacts, "extension" | "customerPhone"> => {
  const isFirst = one !== undefined && EXTENSION.test(one) && !(two && EXTENSION.test(two));
  const [extension, customerPhone] = isFirst ? [one, two] : [two, one];
  return {
    extension: extension || undefined,
    customerPhone: customerPhone && !EXTENSION.test(customerPhone) ? customerPhone : undefined,
  };
};

const findCallId = ({ id, uniqueid, uuid, date, time }: NameGroups): string | undefined => {
  if (uniqueid !== undefined) return `asterisk:${uniqueid}`;
  if (uuid !== undefined) return `freeswitch:${uuid.toLowerCase()}`;
  // The counter restarts after a new installation of the phone system.
  return id === undefined ? undefined : `file:${[date, time, id].filter(Boolean).join("-")}`;
};

/** The second in which Asterisk created the channel, from its unique id. */
const findEpoch = ({ epoch, uniqueid }: NameGroups): number | undefined => {
  const seconds = Number(epoch ?? /(\d+)\.\d+$/.exec(uniqueid ?? "")?.[1]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
};

/** The fraction of a second in a time of 6 digits. */
const FRACTION = /^\d{6}(\.\d+)$/;

const formatLocal = (date: string, time = "000000"): string => {
  const fraction = FRACTION.exec(time)?.[1] ?? "";
  const [d, t] = [date, time.slice(0, time.length - fraction.length)].map((text) =>
    text.replaceAll(/\D/g, ""),
  );
  if (d?.length !== 8 || !(t?.length === 6 || t?.length === 4))
    throw invalidField("the file's name", "has no date of 8 digits and time of 4 or 6");
  return `${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6)}T${t.slice(0, 2)}:${t.slice(2, 4)}:${t.slice(4) || "00"}${fraction}`;
};

const findStart = (groups: NameGroups, zone: string): number | undefined => {
  const epoch = findEpoch(groups);
  const { short_date: shortDate, date = shortDate && `20${shortDate}`, time, offset = "" } = groups;
  if (date === undefined) return epoch;
  const text = formatLocal(date, time) + offset;
  // If daylight saving repeats a local time, the unique id identifies the right one.
  return parseCallTime("the file's name", text, zone, epoch);
};

/** Returns the facts in a file's name. @throws INVALID_FIELD for an impossible time */
export const readNameFacts = (groups: NameGroups, zone: string): CallFacts => {
  const { extension, number, one, two, user_email, user_phone, name, customer_name } = groups;
  const ends = assignNumbers(one, two);
  const fields = {
    ...(name && { name }),
    ...(customer_name && { customer: JSON.stringify({ name: customer_name }) }),
  };
  return {
    callId: findCallId(groups),
    startedAt: findStart(groups, zone),
    extension: extension ?? ends.extension,
    customerPhone: (number ?? ends.customerPhone)?.trim(),
    ownNumber: groups.own_number,
    userEmail: user_email,
    userPhone: user_phone,
    ...(Object.keys(fields).length > 0 && { fields }),
  };
};
