import type { IncomingHttpHeaders } from "node:http";
import type { Services } from "../graph/core/context.js";
import type { Credential } from "../graph/core/credential.js";
import {
  authenticateApiKey,
  authenticateDialerToken,
  authenticateToken,
} from "../graph/core/credentials.js";

const parseBearer = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];

// Node joins several x-api-key headers with a comma. No key contains one, so they fail as a wrong key.
const parseApiKey = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers["x-api-key"];
  return typeof key === "string" ? key : undefined;
};

/** Finds the credential of an API key in either header. x-api-key wins, even if it is empty. */
export const findKeyCredential = async (
  services: Services,
  headers: IncomingHttpHeaders,
): Promise<Credential | undefined> =>
  authenticateApiKey(services, parseApiKey(headers) ?? parseBearer(headers) ?? "");

const DIALER_PATH = /^\/v1\/dialer\/([^/]+)\/?$/;
const ADAPTER_PATH = /^\/v1\/dialer\/([^/]+)\/[^/]+\/?$/;

/** Finds the credential of a /v1 request. A dialer path contains its token and accepts no other credential. */
export const findRestCredential = async (
  services: Services,
  { path, method, headers }: { path: string; method: string; headers: IncomingHttpHeaders },
): Promise<Credential | undefined> => {
  const [, token] =
    DIALER_PATH.exec(path) ?? (method === "POST" ? ADAPTER_PATH.exec(path) : null) ?? [];
  return token === undefined
    ? findKeyCredential(services, headers)
    : authenticateDialerToken(services, token);
};

/** Finds the credential of a /graphql request: an API key, or an internal or operator token as a bearer. */
export const findGraphCredential = async (
  services: Services,
  headers: IncomingHttpHeaders,
): Promise<Credential | undefined> => {
  const token = parseApiKey(headers) === undefined ? parseBearer(headers) : undefined;
  return token === undefined || token.startsWith("dbk_")
    ? findKeyCredential(services, headers)
    : authenticateToken(services.db, token);
};
