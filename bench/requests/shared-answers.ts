import assert from "node:assert/strict";
import type { Request } from "autocannon";

// The answers of all contenders, each in its own shape.
// oxlint-disable-next-line typescript/no-explicit-any
type ResponseBody = any;

const FIELDS = ["id", "name", "status", "createdAt", "duration", "summary", "recording"];

const readFields = (recording: ResponseBody): unknown => {
  const row = { recording: recording.url, ...recording };
  return FIELDS.map((field) => [field, row[field]]);
};

/** Returns the fields of an answer that all contenders share. */
const readShared = (body: ResponseBody): unknown => {
  // Statistics always have errors: an empty list.
  if (body.errors && body.errors.length > 0) throw new Error(JSON.stringify(body.errors));
  const list = body.data?.recordings ?? body;
  const recordings = list.nodes ?? list.recordings;
  if (recordings)
    return {
      hasMore: list.hasMore,
      // debrief's cursors count microseconds.
      after: list.nextCursor?.slice(0, 23),
      recordings: recordings.map(readFields),
    };
  if (body.recording) return readFields(body.recording);
  if (body.transcript || body.stats) return body;
  const { event_id, user_email, title, customer_name, customerName } = body.appointment;
  return { event_id, user_email, title, name: customerName ?? customer_name };
};

const CHECKED_REQUESTS = 12;

/** Sends the first requests. Returns the answers and the bytes of the first body. @throws unless each is a 200 */
export const fetchSharedAnswers = async (
  url: string,
  requests: readonly Request[],
): Promise<{ shared: unknown[]; bytes: number }> => {
  const answers: unknown[] = [];
  let bytes = 0;
  for (const { path, ...init } of requests.slice(0, CHECKED_REQUESTS)) {
    const response = await fetch(url + path, init);
    const text = await response.text();
    assert.equal(response.status, 200, `${path} answered ${response.status}: ${text}`);
    bytes ||= Buffer.byteLength(text);
    answers.push(readShared(JSON.parse(text)));
  }
  return { shared: answers, bytes };
};
