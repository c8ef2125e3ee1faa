import type { Got, Request } from "got";
import type { Message, Outcome } from "../../graph/context.js";
import { AnswerStart } from "./answer.js";
import { client } from "./client.js";
import type { Destinations } from "./destinations.js";
import { failureText } from "./failure.js";
import { signatureHeaders } from "./sign.js";

/** From looking the name up to the end of the answer. */
const DEADLINE_MS = 10_000;

const isDelivered = (status: number | null): boolean => status! >= 200 && status! < 300;

/** Null where delivered. `trouble` is what kept the answer from being read to its end. */
const errorOf = (status: number | null, trouble: string | undefined): string | null => {
  if (trouble !== undefined)
    return status === null ? trouble : `answered ${status}, but ${trouble}`;
  if (isDelivered(status)) return null;
  return status! >= 300 && status! < 400 ? "redirects are not followed" : `answered ${status}`;
};

const begin = (client: Got, { url, body, messageId, secrets, test }: Message, now: number) => {
  const bytes = Buffer.from(body, "utf8");
  const headers = signatureHeaders(messageId, Math.floor(now / 1000), bytes, secrets);
  const request = client.stream(url, {
    headers: {
      ...headers,
      "content-length": String(bytes.length),
      ...(test && { "webhook-test": "true" }),
    },
  });
  // Of a body in its options, got writes the end a turn later than the rest. A connection whose answer
  // came before that would be closed, and not kept for the next delivery.
  request.end(bytes);
  return request;
};

/**
 * Makes one attempt to deliver, under one deadline. The status of the answer decides; what is over
 * 64 KiB of it is not waited for. Never throws: what goes wrong is the outcome.
 */
export const createSender = (
  { agents }: Destinations,
  now: () => number,
  deadlineMs = DEADLINE_MS,
): ((message: Message) => Promise<Outcome>) => {
  const sending = client.extend({ agent: agents });
  return (message) =>
    new Promise((resolve) => {
      const start = performance.now();
      const answer = new AnswerStart();
      let status: number | null = null;
      let timedOut = false;
      let request: Request | undefined;
      const end = (trouble?: string): void => {
        clearTimeout(timer);
        // After a whole exchange this leaves the connection for the next one; else it is closed.
        request?.destroy();
        const error = errorOf(status, trouble);
        resolve({
          delivered: error === null,
          status,
          body: status === null ? null : answer.text(),
          error,
          timedOut,
          durationMs: Math.round(performance.now() - start),
        });
      };
      // A deadline of got begins after the request was made, and waits for a connection to be there.
      const timer = setTimeout(() => {
        timedOut = true;
        end(`timed out after ${deadlineMs / 1000} s`);
      }, deadlineMs);
      try {
        request = begin(sending, message, now())
          .on("response", (response) => void (status = response.statusCode))
          .on("upgrade", (response, socket) => {
            socket.destroy();
            status = response.statusCode!;
            end();
          })
          .on("data", (part: Buffer) => void (answer.take(part) || end()))
          .on("end", () => end())
          .on("error", (error) => end(failureText(error)));
      } catch (error) {
        end(failureText(error));
      }
    });
};
