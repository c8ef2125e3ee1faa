import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isJsonType } from "../../../rest/body.js";

/** The console page that a request comes from. */
export interface ConsolePage {
  /** True if loaded over https or from loopback, where browsers accept Secure cookies. */
  isSecure: boolean;
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns whether browsers accept Secure cookies from the URL's pages. */
export const isSecureUrl = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || LOOPBACK.test(hostname);
};

const isOwnOrigin = (origin: URL, headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  const own = new URL(publicUrl);
  if (origin.origin === own.origin) return true;
  if (origin.host !== headers.host?.toLowerCase()) return false;
  // A page loaded without https could have been replaced on the way.
  const isHttps =
    own.protocol === "https:" || /^https\b/i.test(String(headers["x-forwarded-proto"]));
  return origin.protocol === "https:" || !isHttps || LOOPBACK.test(origin.hostname);
};

const resolvePage = (headers: IncomingHttpHeaders, publicUrl: string): ConsolePage | undefined => {
  const { origin: originHeader } = headers;
  if (originHeader === undefined)
    // Browsers send sec-fetch-site only to origins that may have Secure cookies.
    return headers["sec-fetch-site"] === "same-origin" ? { isSecure: true } : undefined;
  const origin = URL.parse(originHeader);
  if (!origin || !/^https?:$/.test(origin.protocol) || !isOwnOrigin(origin, headers, publicUrl))
    return undefined;
  return { isSecure: isSecureUrl(origin.href) };
};

/**
 * Finds the console page that a request to /graphql comes from; undefined for other callers. Only such a request may
 * use or receive a cookie: a page of another origin can't send this content type without a CORS preflight, and can
 * never send our origin.
 */
export const findConsolePage = (
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  publicUrl: string,
): ConsolePage | undefined =>
  method === "POST" &&
  headers.authorization === undefined &&
  headers["x-api-key"] === undefined &&
  isJsonType(headers["content-type"] ?? "")
    ? resolvePage(headers, publicUrl)
    : undefined;

const UPLOAD_METHODS = new Set(["POST", "PATCH", "DELETE"]);

/**
 * Finds the console page that uploads a file. Its body may have any type, so the origin decides: no other page can send
 * ours, and browsers send the session's cookie to no other site.
 */
export const findUploadPage = (
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  publicUrl: string,
): ConsolePage | undefined =>
  UPLOAD_METHODS.has(method!) &&
  headers.authorization === undefined &&
  headers["x-api-key"] === undefined
    ? resolvePage(headers, publicUrl)
    : undefined;
