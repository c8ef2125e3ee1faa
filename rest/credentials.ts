import type { IncomingHttpHeaders } from "node:http";
import type { Services } from "../graph/context/context.js";
import type { Credential } from "../graph/core/credential.js";
import {
  authenticateApiKey,
  authenticateDialerToken,
  authenticateToken,
} from "../graph/access/credentials.js";

const parseBearer = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];

// Node joins several x-api-key headers with a comma. No key contains one, so they fail like a wrong key.
const parseApiKey = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers["x-api-key"];
  return typeof key === "string" ? key : undefined;
};

/** The parts of a request that contain credentials. */
export interface KeyHolder {
  headers: IncomingHttpHeaders;
  /** Returns the caller's IP address, if known. Called only for named keys. */
  addressOf?: (() => string | undefined) | undefined;
}

/** Finds the credential of an API key or a named key in either header. x-api-key wins, even if it is empty. */
export const findKeyCredential = async (
  services: Services,
  { headers, addressOf }: KeyHolder,
): Promise<Credential | undefined> =>
  authenticateApiKey(services, parseApiKey(headers) ?? parseBearer(headers) ?? "", addressOf);

const DIALER_PATH = /^\/v1\/dialer\/([^/]+)\/?$/;
const ADAPTER_PATH = /^\/v1\/dialer\/([^/]+)\/[^/]+\/?$/;

/** Finds the credential of a /v1 request. A dialer path contains its token and accepts no other credential. */
export const findRestCredential = async (
  services: Services,
  { path, method, ...holder }: KeyHolder & { path: string; method: string },
): Promise<Credential | undefined> => {
  const [, token] =
    DIALER_PATH.exec(path) ?? (method === "POST" ? ADAPTER_PATH.exec(path) : null) ?? [];
  return token === undefined
    ? findKeyCredential(services, holder)
    : authenticateDialerToken(services, token);
};

/** Finds the credential of a /graphql request: an API key, or an internal or operator token as a bearer. */
export const findGraphCredential = async (
  services: Services,
  holder: KeyHolder,
): Promise<Credential | undefined> => {
  const { headers } = holder;
  const token = parseApiKey(headers) === undefined ? parseBearer(headers) : undefined;
  return token === undefined || /^db[ks]_/.test(token)
    ? findKeyCredential(services, holder)
    : authenticateToken(services.db, token);
};
