import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isJson } from "../../rest/body.js";

/** How the browser of a request has reached the console. */
export interface Page {
  /** By https, or on its own machine: where browsers keep cookies that are Secure. */
  secure: boolean;
}

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const isOurs = (origin: URL, headers: IncomingHttpHeaders, publicUrl: string): boolean => {
  const ours = new URL(publicUrl);
  if (origin.origin === ours.origin) return true;
  if (origin.host !== headers.host?.toLowerCase()) return false;
  // Without https anybody on the way could have written the page.
  const isHttps =
    ours.protocol === "https:" || /^https\b/i.test(String(headers["x-forwarded-proto"]));
  return origin.protocol === "https:" || !isHttps || LOOPBACK.test(origin.hostname);
};

const pageOf = (headers: IncomingHttpHeaders, publicUrl: string): Page | undefined => {
  const { origin: text } = headers;
  if (text === undefined)
    // Browsers say this to whom they trust with cookies that are Secure, and to nobody else.
    return headers["sec-fetch-site"] === "same-origin" ? { secure: true } : undefined;
  const origin = URL.parse(text);
  if (!origin || !/^https?:$/.test(origin.protocol) || !isOurs(origin, headers, publicUrl))
    return undefined;
  return { secure: origin.protocol === "https:" || LOOPBACK.test(origin.hostname) };
};

/**
 * The console's page that a request to /graphql comes from; undefined for whatever else it comes from. Only
 * such a request may rest on a cookie, or get one: a page of another origin cannot make a browser send
 * this content type without asking, and cannot have it send our origin at all.
 */
export const ownPage = (
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  publicUrl: string,
): Page | undefined =>
  method === "POST" &&
  headers.authorization === undefined &&
  headers["x-api-key"] === undefined &&
  isJson(headers["content-type"] ?? "")
    ? pageOf(headers, publicUrl)
    : undefined;
