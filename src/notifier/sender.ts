import type { Got, Request } from "got";
import type { AttemptOutcome, WebhookMessage } from "../../graph/core/ports.js";
import { ResponseExcerpt } from "./response-excerpt.js";
import { webhookClient } from "./webhook-client.js";
import type { Destinations } from "../base/net/destinations.js";
import { describeNetworkError } from "../base/net/describe-network-error.js";
import { buildSignatureHeaders } from "./signature-headers.js";

/** From the name lookup to the end of the response. */
export const RESPONSE_DEADLINE_MS = 10_000;

const isDelivered = (status: number | null): boolean => status! >= 200 && status! < 300;

/** Describes why the delivery failed; null if delivered. `problem`: why the response was not read to its end. */
const describeError = (status: number | null, problem: string | undefined): string | null => {
  if (problem !== undefined)
    return status === null ? problem : `answered ${status}, but ${problem}`;
  if (isDelivered(status)) return null;
  return status! >= 300 && status! < 400 ? "redirects are not followed" : `answered ${status}`;
};

/** A message with its opened secrets in the form whsec_…, which never leave the notifier. */
export type SignedMessage = Pick<WebhookMessage, "url" | "body" | "messageId" | "test"> & {
  secrets: readonly string[];
};

const startRequest = (
  client: Got,
  { url, body, messageId, secrets, test }: SignedMessage,
  now: number,
) => {
  const bytes = Buffer.from(body, "utf8");
  const headers = buildSignatureHeaders(messageId, Math.floor(now / 1000), bytes, secrets);
  const request = client.stream(url, {
    headers: {
      ...headers,
      "content-length": String(bytes.length),
      ...(test && { "webhook-test": "true" }),
    },
  });
  // Not as got's `body` option: got would end that request one turn after writing it. A response that
  // arrives before the end makes Node close the connection instead of keeping it for the next delivery.
  request.end(bytes);
  return request;
};

/**
 * Creates the function that makes one delivery attempt over HTTP, under one deadline. The response status
 * decides; at most 64 KiB of the body are read. Never throws: a failure is an outcome.
 */
export const createHttpSender = (
  { agents }: Destinations,
  now: () => number,
  deadlineMs = RESPONSE_DEADLINE_MS,
): ((message: SignedMessage) => Promise<AttemptOutcome>) => {
  const client = webhookClient.extend({ agent: agents });
  return (message) =>
    new Promise((resolve) => {
      const start = performance.now();
      const excerpt = new ResponseExcerpt();
      let status: number | null = null;
      let timedOut = false;
      let request: Request | undefined;
      const end = (problem?: string): void => {
        clearTimeout(timer);
        // Keeps the connection after a complete exchange, else closes it.
        request?.destroy();
        const error = describeError(status, problem);
        resolve({
          delivered: error === null,
          status,
          body: status === null ? null : excerpt.toText(),
          error,
          timedOut,
          attempted: true,
          durationMs: Math.round(performance.now() - start),
        });
      };
      // A got timeout would start only after the request was created and connected.
      const timer = setTimeout(() => {
        timedOut = true;
        end(`timed out after ${deadlineMs / 1000} s`);
      }, deadlineMs);
      try {
        request = startRequest(client, message, now())
          .on("response", (response) => void (status = response.statusCode))
          .on("upgrade", (response, socket) => {
            socket.destroy();
            status = response.statusCode!;
            end();
          })
          .on("data", (part: Buffer) => void (excerpt.append(part) || end()))
          .on("end", () => end())
          .on("error", (error) => end(describeNetworkError(error)));
      } catch (error) {
        end(describeNetworkError(error));
      }
    });
};
