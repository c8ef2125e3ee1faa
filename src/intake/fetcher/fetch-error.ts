import { RequestError } from "got";
import { Failure } from "../../../graph/core/errors.js";
import { describeNetworkError } from "../../base/net/describe-network-error.js";

/**
 * Why audio could not be fetched. It has no cause: request errors contain the URL and the headers, and thus the login.
 */
export class FetchError extends Error {
  constructor(
    /** Shown to users, so it contains no hosts, keys or text from the server. */
    readonly reason: string,
    readonly details: {
      /** A retry would fail in the same way. */
      isFinal?: boolean;
      /** The wait that the server requests, in milliseconds. */
      retryAfterMs?: number | undefined;
    } = {},
  ) {
    super(reason);
  }
}

const isRetried = (status: number): boolean =>
  status >= 500 || [404, 408, 425, 429].includes(status);

const parseRetryAfterMs = (header: string | undefined): number | undefined =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;

/** Describes a response other than 2xx. */
export const createStatusError = (status: number, retryAfter: string | undefined): FetchError => {
  const hint = status === 401 || status === 403 ? "; set the phone system's recording login" : "";
  return new FetchError(`The audio could not be fetched: its URL answered ${status}${hint}`, {
    isFinal: !isRetried(status),
    retryAfterMs: parseRetryAfterMs(retryAfter),
  });
};

/** The codes of the local disk's errors. */
const DISK_ERROR = /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO|EMFILE|ENFILE|ENOENT)$/;

const describeFailure = ({ code, message, reason }: Failure): FetchError => {
  if (code === "UNSUPPORTED_MEDIA_TYPE")
    return new FetchError(
      `The audio could not be used: its URL answered with another kind of file; it ${reason}`,
      { isFinal: true },
    );
  if (code === "PAYLOAD_TOO_LARGE")
    return new FetchError("The audio is larger than DEBRIEF_UPLOAD_MAX_MB", { isFinal: true });
  return new FetchError(`The audio could not be stored: ${message}`);
};

/** Converts any error of an attempt. Errors not known to be permanent are retried, too. */
export const toFetchError = (error: unknown): FetchError => {
  for (let next = error; next instanceof Error; next = next.cause)
    if (next instanceof FetchError) return next;
  if (error instanceof Failure) return describeFailure(error);
  const { code = "" } = error as NodeJS.ErrnoException;
  if (!(error instanceof RequestError) && DISK_ERROR.test(code))
    return new FetchError(`debrief could not write the audio to its disk (${code})`);
  const text = describeNetworkError(error);
  return new FetchError(`The audio could not be fetched: ${text}`, {
    isFinal: /not allowed|not valid$/.test(text) && !text.startsWith("certificate"),
  });
};
