import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, opendir, rm, stat } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import got, { HTTPError, MaxRedirectsError, RequestError } from "got";
import { fileTypeFromBuffer } from "file-type";
import type { Media } from "../../../graph/context.js";
import type { Destinations } from "../../notifier/destinations.js";
import { failureText } from "../../notifier/failure.js";
import { version } from "../../version.js";
import { type Audio, Hopeless } from "../analyzer.js";
import { again, type AgainParts } from "./again.js";
import type { AudioFile } from "./transcription.js";
import { Trouble } from "./trouble.js";

const MOST_BYTES = 1024 ** 3;
const MOST_MS = 30 * 60_000;
const IDLE_MS = 60_000;
const CONNECT_MS = 10_000;
const MOST_REDIRECTS = 3;
/** Others wait for their turn meanwhile. */
const MOST_TRIES_AGAIN = 3;
/** How much of a file is looked at to tell what it is. */
const HEAD_BYTES = 64 * 1024;
/** What a process that was killed has left. */
const STALE_MS = 6 * 60 * 60_000;

export interface MediaParts {
  media: Media;
  destinations: Destinations;
  /** Where files are while they are worked on. */
  directory: string;
  limits?: { bytes: number; totalMs: number } | undefined;
}

const tooLarge = (most: number): Trouble =>
  new Trouble(`The audio is larger than ${most} bytes`, "audio too large", { final: true });

const limited = (most: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes <= most) done(null, chunk);
      else done(tooLarge(most));
    },
  });
};

const troubleOf = (error: unknown): Trouble => {
  if (error instanceof Trouble) return error;
  const cause = { cause: error };
  if (error instanceof HTTPError) {
    const { statusCode: status } = error.response;
    const final = status < 500 && status !== 429 && status !== 408;
    return new Trouble(
      `The audio could not be fetched: its URL answered ${status}`,
      error.message,
      { final, most: MOST_TRIES_AGAIN, ...cause },
    );
  }
  // A disk that is full is not the URL's fault.
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (!(error instanceof RequestError) && /^(ENOSPC|EDQUOT|EROFS|EACCES|EIO)$/.test(code))
    return new Trouble("The audio could not be written to the disk of debrief", code, cause);
  const final =
    error instanceof MaxRedirectsError ||
    /not allowed|not valid|redirect/i.test(failureText(error));
  return new Trouble(`The audio could not be fetched: ${failureText(error)}`, String(error), {
    final,
    most: MOST_TRIES_AGAIN,
    ...cause,
  });
};

const fetchTo = async (
  path: string,
  mediaUrl: string,
  { destinations, limits = { bytes: MOST_BYTES, totalMs: MOST_MS } }: MediaParts,
  signal: AbortSignal,
): Promise<void> => {
  const check = async (url: string): Promise<void> => {
    const refusal = await destinations.refusal(url);
    if (refusal !== undefined)
      throw new Trouble(`The audio could not be fetched: its URL ${refusal}`, refusal, {
        final: true,
      });
  };
  await check(mediaUrl);
  try {
    const request = got.stream(mediaUrl, {
      agent: destinations.agents,
      headers: { "user-agent": `debrief/${version}` },
      retry: { limit: 0 },
      maxRedirects: MOST_REDIRECTS,
      decompress: false,
      signal,
      timeout: { connect: CONNECT_MS, socket: IDLE_MS, request: limits.totalMs },
      hooks: { beforeRedirect: [async ({ url }) => check(String(url))] },
    });
    // What says that it is too much is not read at all.
    request.once("response", ({ headers }: { headers: IncomingHttpHeaders }) => {
      if (Number(headers["content-length"]) > limits.bytes) request.destroy(tooLarge(limits.bytes));
    });
    await pipeline(
      request,
      limited(limits.bytes),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
  } catch (error) {
    await rm(path, { force: true });
    signal.throwIfAborted();
    const { cause } = error as { cause?: unknown };
    throw troubleOf(cause instanceof Trouble ? cause : error);
  }
};

const keep = async (
  path: string,
  { organizationId, kept }: Audio & { kept: NonNullable<Audio["kept"]> },
  { media }: MediaParts,
  signal: AbortSignal,
): Promise<boolean> => {
  const source = await media.open(organizationId, kept.file);
  if (!source) return false;
  await pipeline(source, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
  return true;
};

/** The beginning of a file: of a whole file its type would be read by what no executable can have in it. */
const headOf = async (path: string): Promise<Uint8Array> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
};

/** Removes what processes that were killed have left in the directory. */
export const sweep = async (directory: string, now: number): Promise<void> => {
  const entries = await opendir(directory).catch(() => undefined);
  for await (const { name } of entries ?? []) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < now - STALE_MS) await rm(path, { force: true }).catch(() => {});
  }
};

/**
 * Gives the work a file with the call's audio: what is kept of it, else what its URL has, which is fetched
 * where webhooks may go. The file is gone afterwards, whatever happens. @throws Hopeless
 */
export const withAudio = async <T>(
  parts: MediaParts & AgainParts,
  audio: Audio,
  signal: AbortSignal,
  work: (file: AudioFile) => Promise<T>,
): Promise<T> => {
  const { kept, mediaUrl, duration } = audio;
  await mkdir(parts.directory, { recursive: true, mode: 0o700 });
  const path = join(parts.directory, randomUUID());
  try {
    if (!(kept && (await keep(path, { ...audio, kept }, parts, signal)))) {
      if (mediaUrl === null) throw new Hopeless("The audio is no longer kept");
      await again(parts, signal, async () => fetchTo(path, mediaUrl, parts, signal));
    }
    const found = await fileTypeFromBuffer(await headOf(path));
    if (!found || !/^(audio|video)\//.test(found.mime))
      throw new Hopeless("What the recording has as its audio is no audio");
    return await work({ path, name: `call.${found.ext}`, type: found.mime, duration });
  } finally {
    await rm(path, { force: true });
  }
};
