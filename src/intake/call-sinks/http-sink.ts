import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import got, { RequestError } from "got";
import { WAITS_FOR_USER } from "../../../graph/calls/keep-unmapped.js";
import { version } from "../../base/version.js";
import type { CallAudio, CallOutcome, CallSink } from "./call-sink.js";

const PATH = "/v1/recordings/upload";
const CONNECT_TIMEOUT_MS = 10_000;
/** The maximum time without a byte in either direction. */
const IDLE_TIMEOUT_MS = 60_000;
/** The maximum time from the last byte sent to the response: the server reads the file's duration. */
const RESPONSE_TIMEOUT_MS = 120_000;
const MAX_ANSWER_BYTES = 64 * 1024;

const quote = (name: string): string =>
  name.replaceAll(/[^ !#-[\]-~]/g, (character) => encodeURIComponent(character.toWellFormed()));

async function* buildForm(
  boundary: string,
  fields: Record<string, string>,
  audio: CallAudio,
): AsyncGenerator<Uint8Array> {
  const part = (disposition: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`;
  for (const [name, value] of Object.entries(fields))
    yield Buffer.from(`${part(`name="${name}"`)}${value}\r\n`);
  yield Buffer.from(part(`name="file"; filename="${quote(audio.name)}"`));
  yield* audio.open();
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

interface Answer {
  status: number;
  body: {
    message?: string;
    code?: string;
    field?: string;
    recording?: { id: string; status: string };
  };
}

const post = async (
  url: string,
  apiKey: string,
  fields: Record<string, string>,
  audio: CallAudio,
): Promise<Answer> => {
  const boundary = `debrief-${randomUUID()}`;
  const oversized = new AbortController();
  const request = got.post(`${url}${PATH}`, {
    signal: oversized.signal,
    headers: {
      "x-api-key": apiKey,
      "user-agent": `debrief/${version}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    body: Readable.from(buildForm(boundary, fields, audio)),
    timeout: {
      connect: CONNECT_TIMEOUT_MS,
      socket: IDLE_TIMEOUT_MS,
      response: RESPONSE_TIMEOUT_MS,
    },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
  });
  void request.on("downloadProgress", ({ transferred }) => {
    if (transferred > MAX_ANSWER_BYTES) oversized.abort();
  });
  const { statusCode, body } = await request;
  try {
    return { status: statusCode, body: JSON.parse(body) as Answer["body"] };
  } catch {
    return { status: statusCode, body: {} };
  }
};

const FINAL_STATUSES = new Set([400, 409, 413, 415]);

const toOutcome = ({ status, body }: Answer): CallOutcome => {
  const { recording, code, field, message = `the server answered ${status}` } = body;
  if (status === 200 && recording)
    return recording.status === "processed"
      ? { kind: "unchanged" }
      : { kind: "ingested", recordingId: recording.id };
  // The message already contains the field.
  const reason =
    field !== undefined && message.startsWith(`${field} `)
      ? message.slice(field.length + 1)
      : message;
  if (code === undefined || !FINAL_STATUSES.has(status)) return { kind: "busy", reason: message };
  if (code !== "USER_NOT_FOUND" || field === "user_email")
    return { kind: "refused", field, reason };
  return reason.endsWith(WAITS_FOR_USER) ? { kind: "waiting" } : { kind: "busy", reason: message };
};

/**
 * Sends calls to a server, perhaps on another machine, through its API. `url`: its base URL, without a slash at the
 * end.
 */
export const createHttpSink = (url: string, apiKey: string): CallSink => ({
  send: async (fields, audio) => {
    if (!audio) throw new Error("calls without a file need another path of the API");
    try {
      return toOutcome(await post(url, apiKey, fields, audio));
    } catch (error) {
      if (error instanceof RequestError) return { kind: "busy", reason: error.message };
      throw error;
    }
  },
});
