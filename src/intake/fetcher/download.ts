import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { pipeline } from "node:stream";
import got from "got";
import {
  AUDIO_DOWNLOAD_RATE,
  type RequiredRate,
  requireRate,
} from "../../base/net/required-rate.js";
import type { Destinations } from "../../base/net/destinations.js";
import { version } from "../../base/version.js";
import { createStatusError, FetchError } from "./fetch-error.js";

const CONNECT_MS = 10_000;
/** The time until the server begins to respond. */
const RESPONSE_MS = 60_000;
const IDLE_MS = 60_000;
const MAX_DOWNLOAD_MS = 30 * 60_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface DownloadOptions {
  destinations: Destinations;
  /** Returns the headers that this URL, and no other, may receive. */
  buildHeaders: (url: URL) => Record<string, string>;
  maxBytes: number;
  /** By default 1 MB a minute. */
  rate?: RequiredRate | undefined;
}

const request = (url: URL, { destinations, buildHeaders }: DownloadOptions, signal: AbortSignal) =>
  got.stream(url, {
    agent: destinations.agents,
    headers: { ...buildHeaders(url), "user-agent": `debrief/${version}` },
    retry: { limit: 0 },
    // Each URL is checked, and receives its own headers.
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    signal,
    timeout: {
      connect: CONNECT_MS,
      response: RESPONSE_MS,
      socket: IDLE_MS,
      request: MAX_DOWNLOAD_MS,
    },
  });

interface Response {
  statusCode: number;
  headers: IncomingHttpHeaders;
}

const resolveRedirect = (from: URL, location: string | undefined): URL => {
  const target = location === undefined ? null : URL.parse(location, from.href);
  if (!target)
    throw new FetchError("The audio could not be fetched: its URL redirects to no valid URL", {
      isFinal: true,
    });
  return target;
};

/** A response with audio. */
interface Download {
  /** The caller must read it to the end or destroy it. */
  body: AsyncIterable<Uint8Array>;
  /** Hints about the format, the most reliable first. */
  hints: string[];
}

const decodeFilename = (disposition = ""): string =>
  /filename="?([^";]{1,255})/i.exec(disposition)?.[1] ?? "";

/**
 * Requests the audio and follows at most three redirects, each under the destination policy. @throws FetchError, errors of the request
 */
export const openDownload = async (
  mediaUrl: string,
  options: DownloadOptions,
  signal: AbortSignal,
): Promise<Download> => {
  const { destinations, maxBytes, rate = AUDIO_DOWNLOAD_RATE } = options;
  let text = mediaUrl;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const refusal = await destinations.findRefusal(text);
    if (refusal !== undefined)
      throw new FetchError(`The audio could not be fetched: its URL ${refusal}`, { isFinal: true });
    const url = new URL(text);
    const body = request(url, options, signal);
    const [{ statusCode, headers }] = (await once(body, "response")) as [Response];
    if (statusCode >= 200 && statusCode < 300) {
      if (Number(headers["content-length"]) > maxBytes) {
        body.on("error", () => {}).destroy();
        throw new FetchError("The audio is larger than DEBRIEF_UPLOAD_MAX_MB", { isFinal: true });
      }
      const rated = requireRate(
        rate,
        () => new FetchError("The audio could not be fetched: its server sends too slowly"),
      );
      // The reader of `rated` handles its errors.
      pipeline(body, rated, () => {});
      const hints = [
        decodeFilename(headers["content-disposition"]),
        url.pathname,
        new URL(mediaUrl).pathname,
        headers["content-type"] ?? "",
      ];
      return { body: rated, hints };
    }
    body.on("error", () => {}).destroy();
    if (!REDIRECTS.has(statusCode)) throw createStatusError(statusCode, headers["retry-after"]);
    text = resolveRedirect(url, headers.location).href;
  }
  throw new FetchError("The audio could not be fetched: its URL redirects too often", {
    isFinal: true,
  });
};
