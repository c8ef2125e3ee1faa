import type { ConsoleSession } from "../../helpers/sign-in/console-session.js";
import { buildTenant, createRequester, type Tenant } from "../../helpers/tenant.js";
import type { Answer, TestServer } from "../../helpers/server.js";
import type { FilledOrganization } from "../isolation/filled-organization.js";
import { excerptDifference, normalizeResponse } from "../isolation/normalize-response.js";
import type { OrganizationNames } from "../isolation/organization-names.js";
import type { IsolationRequest } from "../isolation/requests.js";
import { loadOrganizationRows } from "../isolation/rows.js";
import type { RepData } from "./rep-data.js";

/** What names a rep's data in a change; what belongs to no rep is the organization's. */
export const buildNames = (
  { word, email, team, recording, comment, clip, unprocessed, client, event, tag, phone }: RepData,
  shared: Pick<OrganizationNames, "template" | "question">,
): OrganizationNames => {
  const text = (what: string): string => `${word}x${what}`;
  const nothing = Object.fromEntries(
    (
      `admin tracker webhook playlist view clipLink delivery inbound calendar namedKey session commentCursor clipCursor recordingCursor
       appointmentCursor clientCursor deliveryCursor auditCursor inboundCursor calendarCursor
       eventCursor syncCursor`.split(/\s+/) as (keyof OrganizationNames)[]
    ).map((name) => [name, text(name)]),
  ) as unknown as OrganizationNames;
  return {
    ...nothing,
    ...shared,
    recording,
    comment,
    clip,
    client,
    team,
    event,
    tag,
    call: unprocessed,
    callId: text("call3"),
    said: text("said"),
    userName: text("rep"),
    clientEmail: `${text("customer3")}@example.com`,
    crmEntityId: text("customer3"),
    clientPhone: phone,
    user: email,
    recordingName: text("name"),
  };
};

/** Who changes something of one team, and how they read what they see. */
export interface NarrowedCaller {
  name: string;
  requests: readonly IsolationRequest[];
  org: Tenant;
  /** The session of a person; a key has none. */
  page: ConsoleSession | undefined;
  /** Returns everything that the caller sees, as text. */
  read: () => Promise<string>;
}

/** What belongs to the caller, to another team, to nobody, and to another team only later. */
export interface NamedThings {
  own: OrganizationNames;
  other: OrganizationNames;
  /** Returns new names: an earlier change may have created something with the others. */
  buildAbsent: () => OrganizationNames;
  future: OrganizationNames;
}

/** Returns the organization with another key instead of its own. */
export const withKey = (server: TestServer, org: Tenant, apiKey: string): Tenant =>
  buildTenant(createRequester(server.url), { ...org, apiKey });

const isConflict = ({ text }: Answer): boolean => text.includes('"CONFLICT"');
const isForbidden = ({ text }: Answer): boolean => text.includes('"FORBIDDEN"');

/** The rows that have the word, except those of logs. */
const findRows = async (server: TestServer, org: Tenant, word: string): Promise<string> =>
  (await loadOrganizationRows(server, org.id))
    .split("\n")
    .filter((row) => row.includes(word) && !/^(audit_log|inbound_calls|looks) /.test(row))
    .join("\n");

/**
 * Sends every change with the names of another team, and with names that nothing has. Both must be answered alike, or
 * with CONFLICT; the caller must read no word of the other, and the other's rows must stay. Sends names of the future,
 * too. Returns the problems, and the names of the changes that the caller may make.
 */
export const attackNames = async (
  server: TestServer,
  { name: caller, requests, org, page, read }: NarrowedCaller,
  { own, other, buildAbsent, future }: NamedThings,
  word: string,
): Promise<{ problems: string[]; allowed: string[] }> => {
  const attacker = { word: "", org, console: page, names: own } as FilledOrganization;
  const problems: string[] = [];
  const allowed: string[] = [];
  const before = await findRows(server, org, word);
  const checkText = (text: string, where: string): void => {
    const at = text.indexOf(word);
    if (at >= 0) problems.push(`${where}: ${text.slice(Math.max(0, at - 200), at + 100)}`);
  };
  for (const { name, cases, send } of requests) {
    let isAllowed = false;
    for (const { path, values } of cases) {
      const where = `${caller}: ${name} ${path}`;
      const unknown = buildAbsent();
      const named = await send(server, attacker, values(own, other));
      if (path !== "") checkText(await read(), `${where}, then read`);
      const absent = await send(server, attacker, values(own, unknown));
      if (path !== "") await send(server, attacker, values(own, future));
      isAllowed ||= !isForbidden(absent) && absent.status < 500;
      for (const { text } of [named, absent])
        if (text.includes('"INTERNAL"')) problems.push(`${where}: ${text}`);
      const isEcho = path !== "" && JSON.stringify(values(own, other)).includes(word);
      if (!isEcho) checkText(named.text, where);
      const [one, two] = [named, absent].map((answer) => normalizeResponse(answer, other, unknown));
      if (path !== "" && !isConflict(named) && one !== two)
        problems.push(`${where}: ${excerptDifference(one!, two!)}`);
    }
    if (isAllowed) allowed.push(name.replace(/ by \w+$/, ""));
  }
  if ((await findRows(server, org, word)) !== before)
    problems.push(`${caller}: rows of ${word} were changed`);
  return { problems, allowed };
};
