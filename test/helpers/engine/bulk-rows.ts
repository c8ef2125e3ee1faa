import { buildLookupKey } from "../../../db/engine/lookup-key.js";

const USERS = 100;
const WEBHOOKS = 10;
const TRACKERS = 10;

// One call per hour, so that a match window contains only a few.
const HOUR_MS = 3_600_000;

/** Builds the ID of row number `i`, in every table. */
export const buildRowId = (i: number): string =>
  `00000000-0000-7000-8000-${String(i).padStart(12, "0")}`;

const buildEmail = (i: number): string => `u${i}@example.com`;

/**
 * Builds rows as db/ would insert them, too many to create by requests: by table, parents first.
 * Every twentieth recording and appointment belongs to the user.
 */
export const buildManyRows = (
  organization_id: string,
  userId: string,
  count: number,
): Record<string, object[]> => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const table = (row: (i: number) => object, selected = numbers): object[] =>
    selected.map((i) => ({ organization_id, created_at: i, updated_at: i, ...row(i) }));
  const tableWithoutTimes = (row: (i: number) => object): object[] =>
    numbers.map((i) => ({ organization_id, ...row(i) }));
  const userOf = (i: number): string => (i % 20 === 0 ? userId : buildRowId((i % USERS) + 1));
  return {
    clients: table((i) => ({
      id: buildRowId(i),
      email: buildEmail(i),
      email_key: buildLookupKey(buildEmail(i)),
      crm_entity_id: `crm${i}`,
      crm_entity_key: buildLookupKey(`crm${i}`),
      insights: "{}",
    })),
    users: table(
      (i) => ({
        id: buildRowId(i),
        email: buildEmail(i),
        email_key: buildLookupKey(buildEmail(i)),
        name: "User",
        role: "rep",
        active: 1,
      }),
      numbers.slice(0, USERS),
    ),
    recordings: tableWithoutTimes((i) => ({
      id: buildRowId(i),
      position: i * 1000,
      updated_position: i * 1000,
      processed_position: i * 1000,
      status: "processed",
      source: "dialer",
      call_id: `call${i}`,
      call_key: buildLookupKey(`call${i}`),
      name: "Call",
      summary: "",
      notes: "",
      user_id: userOf(i),
      started_at: i * HOUR_MS,
      duration: 0,
      client_id: buildRowId(i),
      custom_fields: "{}",
      closed: 0,
    })),
    action_items: tableWithoutTimes((i) => ({
      recording_id: buildRowId(i),
      recording_position: i * 1000,
      position: 0,
      id: buildRowId(i),
      kind: "explicit",
      text: "Send the offer",
      completed: i % 2,
    })),
    comments: tableWithoutTimes((i) => ({
      id: buildRowId(i),
      recording_id: buildRowId(i),
      author_id: userOf(i),
      thread_author_id: userOf(i),
      is_private: 0,
      text: "Well asked.",
      created_at: i,
    })),
    clips: tableWithoutTimes((i) => ({
      id: buildRowId(i),
      recording_id: buildRowId(i),
      author_id: userOf(i),
      title: "A good close",
      start_ms: 0,
      end_ms: 2_000,
      is_for_everyone: 0,
      cut_failures: 0,
      created_at: i,
    })),
    recording_tags: tableWithoutTimes((i) => ({
      recording_id: buildRowId(i),
      ordinal: 0,
      tag: `tag${i % 30}`,
      tag_key: buildLookupKey(`tag${i % 30}`),
      position: i * 1000,
    })),
    transcripts: tableWithoutTimes((i) => ({
      recording_id: buildRowId(i),
      utterances: '{"speaker":["Ann"],"role":["rep"],"text":["Hello"],"start":[0],"end":[1]}',
    })),
    notices: tableWithoutTimes((i) => ({
      recording_id: buildRowId(i),
      notices: '[{"kind":"cue_left_out","count":1,"places":[]}]',
      position: i * 1000,
    })),
    trackers: table(
      (i) => ({
        id: buildRowId(i),
        name: "Tracker",
        phrases: '["price"]',
        said_by: "anyone",
        part: "call",
        scan_total: 0,
        scan_done: 0,
      }),
      numbers.slice(0, TRACKERS),
    ),
    tracker_examples: tableWithoutTimes((i) => ({
      tracker_id: buildRowId((i % TRACKERS) + 1),
      ordinal: i,
      text: "The price is too high.",
      is_counter: 0,
      recording_id: buildRowId(i),
    })),
    tracker_hits: tableWithoutTimes((i) => ({
      recording_id: buildRowId(i),
      tracker_id: buildRowId((i % TRACKERS) + 1),
      ordinal: 0,
      position: i * 1000,
      start_ms: 0,
      role: "rep",
      quote: "The price.",
      phrase: "price",
      score: 100,
    })),
    sentence_vectors: tableWithoutTimes((i) => ({ recording_id: buildRowId(i), vectors: "AAAA" })),
    appointments: table((i) => ({
      id: buildRowId(i),
      event_id: `e${i}`,
      event_key: buildLookupKey(`e${i}`),
      user_id: userOf(i),
      start_time: i * HOUR_MS,
      reach: 3 * HOUR_MS,
      has_customer: 0,
      client_id: buildRowId(i),
      metadata: "{}",
    })),
    webhooks: table(
      (i) => ({
        id: buildRowId(i),
        url: "http://127.0.0.1:9/hook",
        active: 0,
        source_trigger: "all",
        events: "[]",
        secret: "sealed",
      }),
      numbers.slice(0, WEBHOOKS),
    ),
    events: tableWithoutTimes((i) => ({
      id: buildRowId(i),
      event: "recording.processed",
      recording_id: buildRowId(i),
      payload: "{}",
      test: 0,
      position: i * 1000,
    })),
    deliveries: tableWithoutTimes((i) => ({
      id: buildRowId(i),
      event_id: buildRowId(i),
      event: "recording.processed",
      webhook_id: buildRowId((i % WEBHOOKS) + 1),
      recording_id: buildRowId(i),
      message_id: buildRowId(i),
      url: "http://127.0.0.1:9/hook",
      status: i % 20 === 0 ? "failed" : "delivered",
      created_at: i,
    })),
    audit_log: tableWithoutTimes((i) => ({
      id: buildRowId(i),
      at: i,
      action: i % 20 === 0 ? "webhook.created" : "user.updated",
      actor: "internal_token",
      fields: "[]",
    })),
    matches: tableWithoutTimes((i) => ({
      recording_id: buildRowId(i),
      appointment_id: buildRowId(i),
      method: "explicit",
    })),
  };
};
