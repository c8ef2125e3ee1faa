import { createHash } from "node:crypto";

/** The IDs, names and cursors of an organization that an attacker might know. */
export interface OrganizationNames {
  /** A processed recording. */
  recording: string;
  /** An unprocessed recording. */
  call: string;
  callId: string;
  /** The text of the only line of the processed recording, and the name of its speaker. */
  said: string;
  userName: string;
  comment: string;
  commentCursor: string;
  clip: string;
  clipCursor: string;
  playlist: string;
  view: string;
  clipLink: string;
  actionItem: string;
  actionItemCursor: string;
  client: string;
  clientEmail: string;
  crmEntityId: string;
  /** In E.164. */
  clientPhone: string;
  user: string;
  admin: string;
  event: string;
  team: string;
  template: string;
  tracker: string;
  question: string;
  webhook: string;
  delivery: string;
  inbound: string;
  calendar: string;
  namedKey: string;
  session: string;
  tag: string;
  term: string;
  recordingName: string;
  recordingCursor: string;
  appointmentCursor: string;
  clientCursor: string;
  deliveryCursor: string;
  auditCursor: string;
  inboundCursor: string;
  calendarCursor: string;
  eventCursor: string;
  syncCursor: string;
}

/** Builds the word with which every text of an organization starts; unique for each number. */
export const buildWord = (seed: number, number: number): string =>
  `cn${createHash("sha256").update(`${seed} ${number}`).digest("hex").slice(0, 10)}`;

/** Builds the phone of an organization's client. Others may have it too. */
export const buildPhone = (word: string): string =>
  `+120255501${String(Number.parseInt(word.slice(2), 16) % 100).padStart(2, "0")}`;

/** Matches every text of any organization; the first group is its word. */
export const CANARY_PATTERN = /(cn[0-9a-f]{10})x\w*(?:@example\.com)?/g;

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TIME_PATTERN = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const changeLastDigit = (text: string): string =>
  text.replace(/\d(?=Z$)/, (digit) => String((Number(digit) + 1) % 10));

/** Builds names in the same format that no organization has. No organization may have `word`. */
export const buildUnknownNames = (
  names: OrganizationNames,
  word: string,
  newId: () => string,
): OrganizationNames => {
  const buildUnknown = (text: string): string => {
    if (UUID_PATTERN.test(text)) return newId();
    if (text.startsWith("+")) return text.replace("+1202", "+1212");
    if (text.startsWith("cn")) return text.replace(/^cn[0-9a-f]{10}/, word);
    // A recording cursor is a time, so every value is valid; other cursors are verified, and may end with any letter.
    return TIME_PATTERN.test(text) ? changeLastDigit(text) : [...text].toReversed().join("");
  };
  return Object.fromEntries(
    Object.entries(names).map(([name, text]) => [name, buildUnknown(text)]),
  ) as unknown as OrganizationNames;
};

/** Replaces everything in which equal responses may differ: names, new IDs, times and secrets. */
export const stripNames = (
  text: string,
  names: OrganizationNames,
  instead: OrganizationNames,
): string => {
  let stripped = text;
  for (const name of Object.keys(names) as (keyof OrganizationNames)[])
    stripped = stripped.replaceAll(names[name], instead[name]);
  return stripped
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/(whsec_|db[ks]_|\/v1\/dialer\/|\/join#)[\w+/=-]+/g, "secret")
    .replaceAll(/"(cursor|endCursor|nextCursor|syncCursor)":"[^"]*"/g, '"$1":"cursor"')
    .replaceAll(/("durationMs"|\\"durationMs\\"):\d+/g, "$1:0");
};
