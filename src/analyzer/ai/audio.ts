import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, opendir, rm, stat, utimes } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import got, { HTTPError, MaxRedirectsError, RequestError } from "got";
import { fileTypeFromBuffer } from "file-type";
import type { FairShares } from "../../../db/engine/fair-shares.js";
import { Failure } from "../../../graph/core/errors.js";
import type { MediaStorage } from "../../../graph/core/ports.js";
import { keepSpaceFree, readDiskSpace } from "../../base/files/free-space.js";
import { findAudioType } from "../../speech/decoders/find-audio.js";
import { findRawType, rawFormats } from "../../speech/raw-formats.js";
import type { Destinations } from "../../base/net/destinations.js";
import { describeNetworkError } from "../../base/net/describe-network-error.js";
import { version } from "../../base/version.js";
import { type Audio, UnanalyzableError } from "../analyzer.js";
import {
  AUDIO_DOWNLOAD_RATE,
  type RequiredRate,
  requireRate,
} from "../../base/net/required-rate.js";
import type { RetryOptions } from "../../base/model-server/retry.js";
import { retryOrGiveUp } from "./retry.js";
import type { AudioFile } from "./transcriber.js";
import { ModelError } from "../../base/model-server/model-error.js";
import { makeDirectories } from "../../base/files/make-directories.js";

const MAX_AUDIO_BYTES = 1024 ** 3;
const MAX_FETCH_MS = 30 * 60_000;
const IDLE_MS = 60_000;
const CONNECT_MS = 10_000;
/** The time until the server begins to respond. */
const RESPONSE_MS = 60_000;
const MAX_REDIRECTS = 3;
/** Few, because other downloads wait meanwhile. */
const MAX_RETRIES = 3;
/** How much of a file is read to detect its type. */
const SNIFF_BYTES = 64 * 1024;
/** The age from which a file is a leftover of a killed process. */
const STALE_MS = 6 * 60 * 60_000;
const SWEEP_INTERVAL_MS = 60 * 60_000;

export interface AudioOptions {
  media: MediaStorage;
  destinations: Destinations;
  /** The directory of temporary files. */
  directory: string;
  /** The download slots. */
  downloads: FairShares;
  limits?: { bytes: number; totalMs: number; rate?: RequiredRate } | undefined;
}

const audioTooLarge = (maxBytes: number): ModelError =>
  new ModelError(`The audio is larger than ${maxBytes} bytes`, "audio too large", {
    isFinal: true,
  });

const audioTooSlow = (): ModelError =>
  new ModelError("The audio could not be fetched: its server sends too slowly", "too slow", {
    maxRetries: 1,
  });

const limitBytes = (maxBytes: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(audioTooLarge(maxBytes));
    },
  });
};

const toFetchError = (error: unknown): ModelError => {
  if (error instanceof ModelError) return error;
  const cause = { cause: error };
  if (error instanceof HTTPError) {
    const { statusCode: status } = error.response;
    const isFinal = status < 500 && status !== 429 && status !== 408;
    return new ModelError(
      `The audio could not be fetched: its URL answered ${status}`,
      error.message,
      { isFinal, maxRetries: MAX_RETRIES, ...cause },
    );
  }
  if (error instanceof Failure) return new ModelError(error.message, "disk almost full", cause);
  // Errors of the local disk.
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (!(error instanceof RequestError) && /^(ENOSPC|EDQUOT|EROFS|EACCES|EIO)$/.test(code))
    return new ModelError("debrief could not write the audio to its disk", code, cause);
  const isFinal =
    error instanceof MaxRedirectsError ||
    /not allowed|not valid|redirect/i.test(describeNetworkError(error));
  return new ModelError(
    `The audio could not be fetched: ${describeNetworkError(error)}`,
    String(error),
    {
      isFinal,
      maxRetries: MAX_RETRIES,
      ...cause,
    },
  );
};

const fetchToFile = async (
  path: string,
  mediaUrl: string,
  { destinations, limits = { bytes: MAX_AUDIO_BYTES, totalMs: MAX_FETCH_MS } }: AudioOptions,
  signal: AbortSignal,
): Promise<void> => {
  const check = async (url: string): Promise<void> => {
    const refusal = await destinations.findRefusal(url);
    if (refusal !== undefined)
      throw new ModelError(`The audio could not be fetched: its URL ${refusal}`, refusal, {
        isFinal: true,
      });
  };
  await check(mediaUrl);
  try {
    const request = got.stream(mediaUrl, {
      agent: destinations.agents,
      headers: { "user-agent": `debrief/${version}` },
      retry: { limit: 0 },
      maxRedirects: MAX_REDIRECTS,
      decompress: false,
      signal,
      timeout: {
        connect: CONNECT_MS,
        response: RESPONSE_MS,
        socket: IDLE_MS,
        request: limits.totalMs,
      },
      hooks: { beforeRedirect: [async ({ url }) => check(String(url))] },
    });
    // A declared length above the limit ends the request before the body.
    request.once("response", ({ headers }: { headers: IncomingHttpHeaders }) => {
      if (Number(headers["content-length"]) > limits.bytes)
        request.destroy(audioTooLarge(limits.bytes));
    });
    await pipeline(
      request,
      requireRate(limits.rate ?? AUDIO_DOWNLOAD_RATE, audioTooSlow),
      limitBytes(limits.bytes),
      (chunks: AsyncIterable<Buffer>) =>
        keepSpaceFree(chunks, async () => readDiskSpace(dirname(path))),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
  } catch (error) {
    await rm(path, { force: true });
    signal.throwIfAborted();
    const { cause } = error as { cause?: unknown };
    throw toFetchError(cause instanceof ModelError ? cause : error);
  }
};

const copyStoredFile = async (
  path: string,
  { organizationId, storedFile }: Audio & { storedFile: NonNullable<Audio["storedFile"]> },
  { media }: AudioOptions,
  signal: AbortSignal,
): Promise<boolean> => {
  const source = await media.open(organizationId, storedFile.file);
  if (!source) return false;
  await pipeline(source, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
  return true;
};

/** Reads the start of a file. Detecting the type of a whole file needs modules that the executable can't contain. */
const readHead = async (path: string): Promise<Uint8Array> => {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return buffer.subarray(0, bytesRead);
};

interface AudioType {
  extension: string;
  contentType: string;
}

/** @throws UnanalyzableError unless the file is audio or video */
const detectType = async (path: string): Promise<AudioType> => {
  const head = await readHead(path);
  const type = await fileTypeFromBuffer(head);
  // Junk and cut frames may precede the audio.
  const found = type ? undefined : await findAudioType(head);
  if (found) return { extension: found.extension, contentType: found.type };
  if (!type || !/^(audio|video)\//.test(type.mime))
    throw new UnanalyzableError("The recording's audio file isn't an audio or video file");
  return { extension: type.ext, contentType: type.mime };
};

/** Returns the audio type if the content doesn't show it. */
const findRawAudioType = ({ storedFile, mediaUrl }: Audio): AudioType | undefined => {
  const hint = storedFile?.type ?? URL.parse(mediaUrl ?? "")?.pathname ?? "";
  const contentType = findRawType([hint]);
  return contentType === undefined
    ? undefined
    : { extension: rawFormats[contentType]!.extension, contentType };
};

/** Keeps a file from becoming stale while it waits to be processed. Returns a function that stops this. */
const keepFresh = (path: string): (() => void) => {
  const touch = (): void => {
    const now = new Date();
    // The file may be gone; its processing then fails anyway.
    void utimes(path, now, now).catch(() => {});
  };
  const interval = setInterval(touch, STALE_MS / 4).unref();
  return () => clearInterval(interval);
};

/** Deletes files that killed processes have left in the directory. */
const deleteStaleFiles = async (directory: string, now: number): Promise<void> => {
  const entries = await opendir(directory).catch(() => undefined);
  for await (const { name } of entries ?? []) {
    const path = join(directory, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && stats.mtimeMs < now - STALE_MS) await rm(path, { force: true }).catch(() => {});
  }
};

/** Deletes leftover files now and at intervals. */
export const sweepStaleFiles = (directory: string): void => {
  const sweep = (): void => void deleteStaleFiles(directory, Date.now()).catch(() => {});
  sweep();
  setInterval(sweep, SWEEP_INTERVAL_MS).unref();
};

/**
 * Calls `work` with a file of the call's audio: a copy of the stored file, else a download from its URL in a slot of
 * `downloads`, under the webhook destination policy. Always deletes the file afterwards.
 * @throws UnanalyzableError
 */
export const withAudio = async <T>(
  parts: AudioOptions & RetryOptions,
  audio: Audio,
  signal: AbortSignal,
  work: (file: AudioFile) => Promise<T>,
): Promise<T> => {
  const { storedFile, mediaUrl, duration } = audio;
  await makeDirectories(parts.directory);
  const raw = findRawAudioType(audio);
  // The extension identifies formats that the content doesn't show.
  const path = join(parts.directory, randomUUID() + (raw ? `.${raw.extension}` : ""));
  const endFreshness = keepFresh(path);
  try {
    if (!(storedFile && (await copyStoredFile(path, { ...audio, storedFile }, parts, signal)))) {
      if (mediaUrl === null) throw new UnanalyzableError("The audio has been deleted");
      await retryOrGiveUp(parts, signal, async () =>
        parts.downloads.run(
          audio.organizationId,
          async () => fetchToFile(path, mediaUrl, parts, signal),
          signal,
        ),
      );
    }
    const type = raw ?? (await detectType(path));
    const name = `call.${type.extension}`;
    return await work({ path, name, contentType: type.contentType, duration });
  } finally {
    endFreshness();
    await rm(path, { force: true });
  }
};
