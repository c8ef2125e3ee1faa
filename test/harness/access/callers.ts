import { KeyScopes, type KeyScope } from "../../../graph/core/key-scopes.js";
import { createNamedKey } from "../../helpers/sign-in/named-keys.js";
import type { TestServer } from "../../helpers/server.js";
import type { Tenant, TestResponse } from "../../helpers/tenant.js";
import { signInAs } from "../../helpers/sign-in/viewers.js";
import type { CallerColumn } from "./group.js";

type HeaderMap = Record<string, string>;

/** A caller with a credential, or without one. */
export interface AccessCaller {
  name: string;
  /** The column of the access table; undefined for named keys. */
  column?: CallerColumn;
  /** What a named key may do. */
  scopes?: readonly KeyScope[];
  /** The credential is invalid, or there is none. */
  isUnknown?: boolean;
  /** The signed-in user. */
  email?: string;
  headers: HeaderMap;
}

/** The surfaces that accept a caller's credential. */
export const acceptsCaller = (
  { column, isUnknown = false }: AccessCaller,
  route: string,
): boolean => {
  if (isUnknown) return false;
  if (column === "internalToken") return route === "/graphql";
  if (column === undefined || column === "apiKey") return true;
  return (
    route === "/graphql" ||
    route === "POST /v1/recordings/upload" ||
    route.includes("/v1/uploads") ||
    /^GET .*\/media$/.test(route)
  );
};

const keyHeaders = (key: string): HeaderMap => ({ "x-api-key": key });

const MINUTE_MS = 60_000;
const VIEWING: KeyScope[] = ["read", "ingest", "export", "mcp"];

/** Where each kind of caller sees what belongs to which users. */
export interface People {
  admin: string;
  manager: string;
  rep: string;
  /** The team of a key. */
  team: string;
}

/** Creates a caller of every kind. The clock moves by a minute, so that a key expires. */
export const createCallers = async (
  server: TestServer,
  org: Tenant,
  people: People,
): Promise<AccessCaller[]> => {
  const origin = new URL(server.services.publicUrl).origin;
  const signIn = async (role: "admin" | "manager" | "rep"): Promise<AccessCaller> => {
    const email = people[role];
    const page = await signInAs(server, org, email, role);
    return { name: role, column: role, email, headers: { cookie: page.cookie!, origin } };
  };
  const createKey = async (name: string, scopes: KeyScope[], input = {}): Promise<AccessCaller> => {
    const { key } = await createNamedKey(org, { name, scopes, ...input });
    return { name, scopes, headers: keyHeaders(key) };
  };
  const expiresAt = new Date(server.clock.time + MINUTE_MS).toISOString();
  const expired = await createKey("an expired key", ["read"], { expiresAt });
  const { key, namedKey } = await createNamedKey(org, { scopes: ["read"] });
  await org.graphql(`mutation { revokeNamedKey(id: "${namedKey.id}") }`);
  server.clock.time += MINUTE_MS;
  return [
    await signIn("admin"),
    await signIn("manager"),
    await signIn("rep"),
    { name: "the API key", column: "apiKey", headers: keyHeaders(org.apiKey) },
    {
      name: "the internal token",
      column: "internalToken",
      headers: { authorization: `Bearer ${org.internalToken}` },
    },
    ...(await Promise.all(
      Object.values(KeyScopes).map((scope) => createKey(`a key with ${scope}`, [scope])),
    )),
    await createKey("a key of a team", VIEWING, { teamIds: [people.team] }),
    await createKey("a key as a person", ["read", "mcp"], { userEmail: people.rep }),
    { ...expired, isUnknown: true },
    { name: "a revoked key", isUnknown: true, headers: keyHeaders(key) },
    { name: "no credential", isUnknown: true, headers: {} },
  ];
};

/** Sends a document to /graphql as a caller. */
export const sendDocument = async (
  server: TestServer,
  { headers }: AccessCaller,
  query: string,
  variables: object = {},
): Promise<TestResponse> =>
  server.fetch("/graphql", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
