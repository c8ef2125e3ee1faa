import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Answer, SharedServer, Tenant } from "./server.js";

const fixture = (file: string): string =>
  readFileSync(new URL(`../../../test/fixtures/dialers/${file}`, import.meta.url), "utf8");

/** What each phone system sends, as its documentation has it. */
export const bodies: Record<string, string> = {
  aircall: fixture("aircall.json"),
  callrail: fixture("callrail.json"),
  dialpad: fixture("dialpad.json"),
  ringcentral: fixture("ringcentral.json"),
  twilio: fixture("twilio.form"),
};

export const telephonySession = fixture("ringcentral-session.json");

export const typeOf = (adapter: string): string =>
  adapter === "twilio" ? "application/x-www-form-urlencoded" : "application/json";

export const pathOf = (org: Tenant, adapter: string, query = ""): string =>
  `${new URL(org.dialerUrl).pathname}/${adapter}${query}`;

/** Posts as a phone system does: by the organization's URL, and without a key. */
export const post = (
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

/** A payload of JSON with some of its fields changed, by their dotted names. */
export const changed = (body: string, changes: Record<string, unknown>): string => {
  const payload = JSON.parse(body);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split(".");
    let inside = payload;
    for (const name of names.slice(0, -1)) inside = inside[name];
    inside[names.at(-1)!] = value;
  }
  return JSON.stringify(payload);
};

const part = (text: string): string => Buffer.from(text).toString("base64url");

/** A JSON Web Token as Dialpad makes it. */
export const token = (payload: string, secret: string, alg = "HS256"): string => {
  const signed = `${part(JSON.stringify({ alg, typ: "JWT" }))}.${part(payload)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};

const INBOUND = `query ($first: Int, $after: String, $outcome: InboundOutcome) {
  inboundCalls(first: $first, after: $after, outcome: $outcome) {
    nodes {
      id receivedAt way outcome code field message callId userEmail payloadBytes unread understood
      payload replayable recording { id }
    }
    nextCursor
  }
}`;

/** The log of the organization, newest first. */
// oxlint-disable-next-line typescript/no-explicit-any
export const inbound = async (org: Tenant, variables: object = {}): Promise<any[]> =>
  (await org.graph(INBOUND, { first: 100, ...variables })).inboundCalls.nodes;

// oxlint-disable-next-line typescript/no-explicit-any
export const replay = async (org: Tenant, id: string): Promise<any> => {
  const query = `mutation ($id: ID!) {
    replayInboundCall(id: $id) { id outcome code field message callId recording { id } }
  }`;
  return (await org.graph(query, { id })).replayInboundCall;
};

export const setSecret = async (
  org: Tenant,
  adapter: string,
  secret: string | null,
): Promise<string | null> => {
  const query = `mutation ($adapter: String!, $secret: String) {
    setDialerSecret(adapter: $adapter, secret: $secret) { adapter secretSetAt }
  }`;
  return (await org.graph(query, { adapter, secret })).setDialerSecret.secretSetAt;
};
