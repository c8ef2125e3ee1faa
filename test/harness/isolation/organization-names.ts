import { createHash } from "node:crypto";

/** What somebody who knows an organization could name of it. */
export interface OrganizationNames {
  /** Processed. */
  recording: string;
  /** A recording that is not. */
  call: string;
  callId: string;
  client: string;
  clientEmail: string;
  crmEntityId: string;
  user: string;
  admin: string;
  event: string;
  team: string;
  template: string;
  question: string;
  webhook: string;
  delivery: string;
  inbound: string;
  session: string;
  tag: string;
  recordingName: string;
  recordingCursor: string;
  appointmentCursor: string;
  clientCursor: string;
  deliveryCursor: string;
  auditCursor: string;
  inboundCursor: string;
  eventCursor: string;
  syncCursor: string;
}

/** What every text of an organization begins with, another one for each number. */
export const buildWord = (seed: number, number: number): string =>
  `cn${createHash("sha256").update(`${seed} ${number}`).digest("hex").slice(0, 10)}`;

/** Every text of any organization, whose word is the first group. */
export const CANARY_PATTERN = /(cn[0-9a-f]{10})x\w*(?:@example\.com)?/g;

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const changeLastDigit = (text: string): string =>
  text.replace(/\d(?=Z$)/, (digit) => String((Number(digit) + 1) % 10));

/** Names of the same form that nobody has; `word` is one that nobody has either. */
export const buildUnknownNames = (
  names: OrganizationNames,
  word: string,
  newId: () => string,
): OrganizationNames => {
  const other = (text: string): string => {
    if (UUID_PATTERN.test(text)) return newId();
    if (text.startsWith("cn")) return text.replace(/^cn[0-9a-f]{10}/, word);
    // A recording's cursor is a time, which everybody may name; the others are checked.
    return text.endsWith("Z") ? changeLastDigit(text) : [...text].toReversed().join("");
  };
  return Object.fromEntries(
    Object.entries(names).map(([name, text]) => [name, other(text)]),
  ) as unknown as OrganizationNames;
};

/** What remains of an answer without what tells two equal ones apart: the names, new ids, and times. */
export const stripNames = (
  text: string,
  names: OrganizationNames,
  instead: OrganizationNames,
): string => {
  let same = text;
  for (const name of Object.keys(names) as (keyof OrganizationNames)[])
    same = same.replaceAll(names[name], instead[name]);
  return same
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "id")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/(whsec_|dbk_|\/v1\/dialer\/)[\w+/=-]+/g, "secret")
    .replaceAll(/"(cursor|endCursor|nextCursor|syncCursor)":"[^"]*"/g, '"$1":"cursor"')
    .replaceAll(/("durationMs"|\\"durationMs\\"):\d+/g, "$1:0");
};
