import got from "got";
import type { CustomFetch } from "openid-client";
import { parseAllowList } from "../../base/net/allow-list.js";
import { createDestinations, type Destinations } from "../../base/net/destinations.js";
import { describeNetworkError } from "../../base/net/describe-network-error.js";
import { version } from "../../base/version.js";

const MAX_ANSWER_BYTES = 1_000_000;
const MAX_REQUEST_MS = 10_000;
/** The provider sent no response, or too late. */
export class ProviderUnreachableError extends Error {}

/** Statuses for which Response accepts no body. */
const NO_BODY = new Set([204, 205, 304]);

/**
 * Creates the destinations of a provider: public addresses, and the host in the operator's settings, which may be
 * private.
 */
export const createProviderDestinations = (issuer: string): Destinations =>
  createDestinations(parseAllowList(new URL(issuer).hostname));

/** Creates a fetch for requests to the provider: at most 10 s and 1 MB, without redirects and retries. */
export const createProviderFetch =
  (destinations: Destinations): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const timeout = AbortSignal.timeout(MAX_REQUEST_MS);
    const stream = got.stream(url, {
      method: method as "GET",
      headers: { ...headers, "user-agent": `debrief/${version}` },
      ...(body != null && { body: String(body as URLSearchParams | string) }),
      agent: destinations.agents,
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      decompress: true,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    try {
      const chunks: Buffer[] = [];
      let bytes = 0;
      // Counts the decompressed bytes.
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES)
          throw new ProviderUnreachableError("the provider's response is larger than 1 MB");
        chunks.push(chunk);
      }
      const { statusCode, headers: answered } = stream.response!;
      const type = answered["content-type"];
      return new Response(NO_BODY.has(statusCode) ? null : Buffer.concat(chunks), {
        status: statusCode,
        headers: type === undefined ? {} : { "content-type": type },
      });
    } catch (error) {
      if (error instanceof ProviderUnreachableError) throw error;
      throw new ProviderUnreachableError(describeNetworkError(error), { cause: error });
    } finally {
      stream.on("error", () => {}).destroy();
    }
  };
