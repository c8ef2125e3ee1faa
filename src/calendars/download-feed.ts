import got, { type Response } from "got";
import type { FeedAddress } from "../../graph/calendars/feed-address.js";
import type { Destinations } from "../base/net/destinations.js";
import { describeNetworkError } from "../base/net/describe-network-error.js";
import { version } from "../base/version.js";
import { compactFeed } from "./compact-feed.js";
import { FeedError } from "./feed-error.js";
import type { TimeRange } from "./recurrence.js";

/** Without the events outside of the window. */
const MAX_FEED_BYTES = 5_000_000;
const MAX_DOWNLOAD_BYTES = 50_000_000;
/** Compacting 5 MB takes about 20 ms. */
const COMPACT_EVERY_BYTES = 1_000_000;
const MAX_DOWNLOAD_MS = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Longer validators aren't sent back. */
const MAX_VALIDATOR_CHARACTERS = 1000;

/** What a server sent to recognise a version of the feed. */
interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type Feed = Validators & { bytes: Buffer; contentType: string | undefined };

export interface FeedRequest extends Validators {
  destinations: Destinations;
  address: FeedAddress;
  /** The window. Events outside of it don't count towards the limit of size. */
  range: TimeRange;
  signal: AbortSignal;
}

const toValidator = (header: string | undefined): string | null =>
  header !== undefined && header.length <= MAX_VALIDATOR_CHARACTERS ? header : null;

const request = (
  url: URL,
  { destinations, address, etag, lastModified }: FeedRequest,
  signal: AbortSignal,
) =>
  got.stream(url, {
    agent: destinations.agents,
    headers: {
      accept: "text/calendar, */*;q=0.1",
      "user-agent": `debrief/${version}`,
      ...(etag !== null && { "if-none-match": etag }),
      ...(lastModified !== null && { "if-modified-since": lastModified }),
      // Another host never receives the login.
      ...(address.authorization !== null &&
        url.origin === new URL(address.url).origin && { authorization: address.authorization }),
    },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: true,
    signal,
  });

type FeedStream = ReturnType<typeof request>;

const awaitResponse = async (stream: FeedStream): Promise<Response> => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  stream.once("response", resolve).once("error", reject);
  return promise;
};

/** Reads the decompressed bytes. Once they exceed the limit, drops the events outside of the range. */
const readBytes = async (stream: FeedStream, range: TimeRange): Promise<Buffer> => {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let downloaded = 0;
  let limit = MAX_FEED_BYTES;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    downloaded += chunk.length;
    if (downloaded > MAX_DOWNLOAD_BYTES) throw new FeedError("the calendar is larger than 50 MB");
    if (bytes <= limit) continue;
    const compact = compactFeed(Buffer.concat(chunks), range);
    if (compact.length > MAX_FEED_BYTES) throw new FeedError("the calendar is larger than 5 MB");
    chunks = [compact];
    bytes = compact.length;
    limit = Math.max(MAX_FEED_BYTES, bytes + COMPACT_EVERY_BYTES);
  }
  const all = Buffer.concat(chunks);
  if (all.length <= MAX_FEED_BYTES) return all;
  const compact = compactFeed(all, range);
  if (compact.length > MAX_FEED_BYTES) throw new FeedError("the calendar is larger than 5 MB");
  return compact;
};

const createStatusError = (status: number): FeedError => {
  const hint = [401, 403, 404, 410].includes(status)
    ? "; the address may have been reset: delete the calendar and add its new address"
    : "";
  return new FeedError(`its server answered ${status}${hint}`);
};

const followRedirects = async (
  options: FeedRequest,
  signal: AbortSignal,
): Promise<Feed | undefined> => {
  let text = options.address.url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const refusal = await options.destinations.findRefusal(text);
    if (refusal !== undefined) throw new FeedError(`its address ${refusal}`);
    const url = new URL(text);
    const stream = request(url, options, signal);
    try {
      const { statusCode, headers } = await awaitResponse(stream);
      if (statusCode === 304) return undefined;
      if (statusCode === 200)
        return {
          bytes: await readBytes(stream, options.range),
          contentType: headers["content-type"],
          etag: toValidator(headers.etag),
          lastModified: toValidator(headers["last-modified"]),
        };
      if (!REDIRECTS.has(statusCode)) throw createStatusError(statusCode);
      const target = URL.parse(headers.location ?? "", url.href);
      if (!target) throw new FeedError("its address redirects to no valid URL");
      text = target.href;
    } finally {
      stream.on("error", () => {}).destroy();
    }
  }
  throw new FeedError("its address redirects too often");
};

/**
 * Downloads a calendar: within 10 s, at most 5 MB, and over at most three redirects, each under the destination policy.
 * Returns undefined if it hasn't changed. @throws FeedError, the signal's reason
 */
export const downloadFeed = async (options: FeedRequest): Promise<Feed | undefined> => {
  const timeout = AbortSignal.timeout(MAX_DOWNLOAD_MS);
  try {
    return await followRedirects(options, AbortSignal.any([timeout, options.signal]));
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof FeedError) throw error;
    if (timeout.aborted) throw new FeedError("its server took more than 10 s");
    throw new FeedError(describeNetworkError(error));
  }
};
