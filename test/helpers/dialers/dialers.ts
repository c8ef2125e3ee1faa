import "reflect-metadata";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { adapters } from "../../../graph/dialers/adapters/index.js";
import type { Answer, SharedServer, Tenant } from "../server.js";

const readFixture = (file: string): string =>
  readFileSync(new URL(`../../../../test/fixtures/dialers/${file}`, import.meta.url), "utf8");

/** Each phone system's documented payload, by adapter. Every adapter needs a fixture. */
export const vendorBodies: Record<string, string> = Object.fromEntries(
  Object.keys(adapters).map((name) => [
    name,
    readFixture(["asterisk", "twilio"].includes(name) ? `${name}.form` : `${name}.json`),
  ]),
);

const UPSERT_USER = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;

/** The user of the payloads that name an extension. */
const REP = { email: "rep@example.com", name: "Robin", extensions: ["204"] };

/** Creates the users named in the payloads. */
export const createVendorUsers = async (org: Tenant): Promise<void> => {
  await org.graphql(UPSERT_USER, { input: REP });
  for (const [name, body] of Object.entries(vendorBodies)) {
    const path = adapters[name]!.fieldPaths["userEmail"];
    if (path === undefined) continue;
    let value = adapters[name]!.parse(body);
    for (const part of path.split(".")) value = (value as Record<string, unknown>)[part];
    await org.createUser(value as string);
  }
};

export const telephonySession = readFixture("ringcentral-session.json");

export const contentTypeOf = (adapter: string): string => adapters[adapter]!.mediaTypes[0]!;

export const buildDialerPath = (org: Tenant, adapter: string, query = ""): string =>
  `${new URL(org.dialerUrl).pathname}/${adapter}${query}`;

/** Posts as a phone system does: to the organization's URL, without a key. */
export const postToDialer = (
  server: Pick<SharedServer, "fetch">,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

/** Changes fields of a JSON payload by their dotted names. */
export const withChanges = (body: string, changes: Record<string, unknown>): string => {
  const payload = JSON.parse(body);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split(".");
    let inside = payload;
    for (const name of names.slice(0, -1)) inside = inside[name];
    inside[names.at(-1)!] = value;
  }
  return JSON.stringify(payload);
};

const encodePart = (text: string): string => Buffer.from(text).toString("base64url");

/** Signs a JSON Web Token like Dialpad. */
export const signJwt = (payload: string, secret: string, alg = "HS256"): string => {
  const signed = `${encodePart(JSON.stringify({ alg, typ: "JWT" }))}.${encodePart(payload)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};

const INBOUND = `query ($first: Int, $after: String, $outcome: InboundOutcome) {
  inboundCalls(first: $first, after: $after, outcome: $outcome) {
    nodes {
      id receivedAt channel channelTitle outcome code field message callId userEmail payloadBytes ignoredFields parsedCall
      payload replayable recording { id }
    }
    nextCursor
  }
}`;

/** Lists the organization's log of inbound calls, newest first. */
// oxlint-disable-next-line typescript/no-explicit-any
export const listInboundCalls = async (org: Tenant, variables: object = {}): Promise<any[]> =>
  (await org.graphql(INBOUND, { first: 100, ...variables })).inboundCalls.nodes;

// oxlint-disable-next-line typescript/no-explicit-any
export const replayInboundCall = async (org: Tenant, id: string): Promise<any> => {
  const query = `mutation ($id: ID!) {
    replayInboundCall(id: $id) { id outcome code field message callId recording { id } }
  }`;
  return (await org.graphql(query, { id })).replayInboundCall;
};

export const setDialerSecret = async (
  org: Tenant,
  adapter: string,
  secret: string | null,
): Promise<string | null> => {
  const query = `mutation ($adapter: String!, $secret: String) {
    setDialerSecret(adapter: $adapter, secret: $secret) { adapter secretSetAt }
  }`;
  return (await org.graphql(query, { adapter, secret })).setDialerSecret.secretSetAt;
};
