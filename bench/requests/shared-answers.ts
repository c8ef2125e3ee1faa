import assert from "node:assert/strict";
import type { Request } from "autocannon";

// Answers of all contenders, each in its own shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

const FIELDS = ["id", "name", "status", "createdAt", "duration", "summary", "recording"];

const fieldsOf = (recording: Body): unknown => {
  const row = { recording: recording.url, ...recording };
  return FIELDS.map((field) => [field, row[field]]);
};

/** What all contenders must have alike in an answer. */
const shared = (body: Body): unknown => {
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const list = body.data?.recordings ?? body;
  const recordings = list.nodes ?? list.recordings;
  if (recordings)
    return {
      hasMore: list.hasMore,
      // debrief's cursors are in microseconds.
      after: list.nextCursor?.slice(0, 23),
      recordings: recordings.map(fieldsOf),
    };
  if (body.recording) return fieldsOf(body.recording);
  if (body.transcript) return body;
  const { event_id, user_email, title, customer_name, customerName } = body.appointment;
  return { event_id, user_email, title, name: customerName ?? customer_name };
};

const LOOKED_AT = 12;

/** Of what is asked for first: what was answered, and the bytes of the first body. @throws where it is no 200 */
export const answersOf = async (
  url: string,
  requests: readonly Request[],
): Promise<{ shared: unknown[]; bytes: number }> => {
  const found: unknown[] = [];
  let bytes = 0;
  for (const { path, ...init } of requests.slice(0, LOOKED_AT)) {
    const response = await fetch(url + path, init);
    const text = await response.text();
    assert.equal(response.status, 200, `${path} answered ${response.status}: ${text}`);
    bytes ||= Buffer.byteLength(text);
    found.push(shared(JSON.parse(text)));
  }
  return { shared: found, bytes };
};
