import { consoleBase } from "./location.js";
import { reportSignedOut, type RequestProblem } from "./send-operation.js";

/** What becomes of a file that was sent: the recording's id, or why the server refused it. */
export type FileResult = { id: string; problem?: undefined } | { problem: RequestProblem };

interface UploadResponse {
  recording?: { id: string };
  message?: string;
  code?: string;
  field?: string;
}

const UNREACHABLE: RequestProblem = {
  code: "UNREACHABLE",
  message: "The connection broke off. Try again: the call isn’t stored twice.",
};

const readResult = (request: XMLHttpRequest): FileResult => {
  let body: UploadResponse;
  try {
    body = JSON.parse(request.responseText) as UploadResponse;
  } catch {
    return { problem: UNREACHABLE };
  }
  if (body.recording) return { id: body.recording.id };
  if (request.status === 401) {
    reportSignedOut();
    return { problem: { code: "UNAUTHENTICATED", message: "You are signed out." } };
  }
  const { message = `The server answered ${request.status}`, code = "INTERNAL", field } = body;
  const requestId = request.getResponseHeader("x-request-id") ?? undefined;
  return { problem: { message, code, field, requestId } };
};

/**
 * Sends a recorded call with its file. `onProgress` gets the part that was sent, from 0 to 1. An aborted request ends like
 * one whose connection broke off.
 */
export const sendFile = (
  file: File,
  fields: Record<string, string>,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<FileResult> =>
  new Promise((resolve) => {
    // fetch reports no progress of what it sends.
    const request = new XMLHttpRequest();
    request.open("POST", new URL("v1/recordings/upload", consoleBase));
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    // The name tells phone system formats apart that have no header.
    form.append("file", file);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener("load", () => resolve(readResult(request)));
    for (const name of ["error", "abort", "timeout"])
      request.addEventListener(name, () => resolve({ problem: UNREACHABLE }));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
