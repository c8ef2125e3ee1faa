import type { IncomingHttpHeaders } from "node:http";
import type { Credential, Services } from "../graph/context.js";
import { byApiKey, byDialerToken, byToken } from "../graph/credentials.js";

const bearer = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];

// Node joins several x-api-key headers with a comma, which no key has: they are refused as wrong.
const apiKey = (headers: IncomingHttpHeaders): string | undefined => {
  const key = headers["x-api-key"];
  return typeof key === "string" ? key : undefined;
};

/** /v1: the API key, in either header. x-api-key wins, even where it is empty. */
export const keyCredential = async (
  services: Services,
  headers: IncomingHttpHeaders,
): Promise<Credential | undefined> => byApiKey(services, apiKey(headers) ?? bearer(headers) ?? "");

const DIALER_PATH = /^\/v1\/dialer\/([^/]+)\/?$/;
const ADAPTER_PATH = /^\/v1\/dialer\/([^/]+)\/[^/]+\/?$/;

/** /v1: whoever calls this path. The dialer's path has its credential in it and takes no other. */
export const restCredential = async (
  services: Services,
  { path, method, headers }: { path: string; method: string; headers: IncomingHttpHeaders },
): Promise<Credential | undefined> => {
  const [, token] =
    DIALER_PATH.exec(path) ?? (method === "POST" ? ADAPTER_PATH.exec(path) : null) ?? [];
  return token === undefined ? keyCredential(services, headers) : byDialerToken(services, token);
};

/** /graphql: the API key, or an internal or operator token as a bearer. */
export const graphCredential = async (
  services: Services,
  headers: IncomingHttpHeaders,
): Promise<Credential | undefined> => {
  const token = apiKey(headers) === undefined ? bearer(headers) : undefined;
  return token === undefined || token.startsWith("dbk_")
    ? keyCredential(services, headers)
    : byToken(services.db, token);
};
