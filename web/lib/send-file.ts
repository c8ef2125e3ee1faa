import type { DetailedError, HttpResponse, Upload } from "tus-js-client";
import { consoleBase } from "./location.js";
import { forgetPreference, readPreference, storePreference } from "./preference.js";
import { reportSignedOut, type RequestProblem } from "./send-operation.js";

/** What becomes of a file that was sent: the recording's id, or why the server refused it. */
export type FileResult = { id: string; problem?: undefined } | { problem: RequestProblem };

/** A part is on the server's disk once it is sent: a proxy may pass on whole requests only. */
const PART_BYTES = 8 * 1024 * 1024;
/** The waits before the next attempts. Each byte that arrives begins them anew: after five minutes without one, it ends. */
const RETRY_DELAYS_MS = [1_000, 2_000, ...Array.from({ length: 59 }, () => 5_000)];
const IS_OFFSET_TAKEN = 409;
const IS_LOCKED = 423;
const IS_BUSY = 429;

const UNREACHABLE: RequestProblem = {
  code: "UNREACHABLE",
  message: "The connection broke off. Upload again: it continues where it stopped.",
};

const parseBody = (response: HttpResponse | null) => {
  try {
    return JSON.parse(response?.getBody() ?? "") as {
      recording?: { id: string };
      message?: string;
      code?: string;
      field?: string;
    };
  } catch {
    return undefined;
  }
};

const readProblem = ({ originalResponse: response }: Partial<DetailedError>): RequestProblem => {
  if (!response) return UNREACHABLE;
  if (response.getStatus() === 401) {
    reportSignedOut();
    return { code: "UNAUTHENTICATED", message: "You are signed out." };
  }
  const {
    message = `The server answered ${response.getStatus()}`,
    code = "INTERNAL",
    field,
  } = parseBody(response) ?? {};
  return { message, code, field, requestId: response.getHeader("x-request-id") };
};

/** Returns whether the same request may succeed later. */
const isPassing = ({ originalResponse: response }: DetailedError): boolean => {
  const status = response?.getStatus() ?? 0;
  return status < 400 || status >= 500 || [IS_OFFSET_TAKEN, IS_LOCKED, IS_BUSY].includes(status);
};

/** Asks for the recording of an upload whose last answer was lost. */
const loadResult = async (url: string, size: number): Promise<FileResult> => {
  const response = await fetch(url, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(size),
      "content-type": "application/offset+octet-stream",
    },
  });
  const { recording } = (await response.json()) as { recording: { id: string } };
  return { id: recording.id };
};

/**
 * Sends a recorded call with its file, in parts. It continues by itself after a broken connection, and where an earlier
 * attempt with the same fields stopped, even after the page was closed. Aborting deletes what has arrived, and ends like
 * a broken connection.
 */
export const sendFile = async (
  file: File,
  fields: Record<string, string>,
  {
    onProgress,
    onWait,
    signal,
  }: {
    /** Gets the part that was sent, from 0 to 1. */
    onProgress: (part: number) => void;
    /** Called when a request failed and another attempt follows. */
    onWait: () => void;
    signal: AbortSignal;
  },
): Promise<FileResult> => {
  const tus = await import("tus-js-client").catch(() => undefined);
  if (!tus || signal.aborted) return { problem: UNREACHABLE };
  const name = `upload ${Object.values(fields).join(" ")}`;
  const endpoint = new URL("v1/uploads", consoleBase).href;
  const earlier = readPreference(name);
  return new Promise((resolve) => {
    const end = (result: FileResult): void => {
      signal.removeEventListener("abort", abort);
      if (!result.problem) forgetPreference(name);
      resolve(result);
    };
    const upload: Upload = new tus.Upload(file, {
      endpoint,
      uploadUrl: earlier === null ? null : `${endpoint}/${earlier}`,
      // The name tells phone system formats apart that have no header.
      metadata: { ...fields, filename: file.name },
      chunkSize: PART_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        const id = upload.url!.split("/").at(-1)!;
        // The server doesn't know the path under which a proxy shows it.
        upload.url = `${endpoint}/${id}`;
        storePreference(name, id);
      },
      onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
      onShouldRetry: (error) => {
        const mayRetry = isPassing(error);
        if (mayRetry) onWait();
        return mayRetry;
      },
      onSuccess: ({ lastResponse }) => {
        const recording = parseBody(lastResponse)?.recording;
        if (recording) end({ id: recording.id });
        else loadResult(upload.url!, file.size).then(end, () => end({ problem: UNREACHABLE }));
      },
      onError: (error) => end({ problem: readProblem(error) }),
    });
    const abort = (): void => {
      forgetPreference(name);
      // What can't be deleted now expires.
      upload.abort(true).catch(() => {});
      end({ problem: UNREACHABLE });
    };
    signal.addEventListener("abort", abort);
    upload.start();
  });
};
