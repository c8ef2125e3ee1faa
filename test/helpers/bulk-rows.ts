import { keyOf } from "../../db/key.js";

const USERS = 100;
const WEBHOOKS = 10;

// A call an hour, as in life: within one window there are few.
const HOUR_MS = 3_600_000;

/** The id of the row with this number, in every table. */
export const idOf = (i: number): string => `00000000-0000-7000-8000-${String(i).padStart(12, "0")}`;

const addressOf = (i: number): string => `u${i}@example.com`;

/**
 * Rows as the functions of db/ would have written them, too many for requests to make: by table, parents
 * first. Every twentieth recording and appointment is the user's.
 */
export const tablesOfMany = (
  organization_id: string,
  userId: string,
  count: number,
): Record<string, object[]> => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const table = (row: (i: number) => object, some = numbers): object[] =>
    some.map((i) => ({ organization_id, created_at: i, updated_at: i, ...row(i) }));
  const part = (row: (i: number) => object): object[] =>
    numbers.map((i) => ({ organization_id, ...row(i) }));
  const userOf = (i: number): string => (i % 20 === 0 ? userId : idOf((i % USERS) + 1));
  return {
    clients: table((i) => ({
      id: idOf(i),
      email: addressOf(i),
      email_key: keyOf(addressOf(i)),
      crm_entity_id: `crm${i}`,
      crm_entity_key: keyOf(`crm${i}`),
      insights: "{}",
    })),
    users: table(
      (i) => ({
        id: idOf(i),
        email: addressOf(i),
        email_key: keyOf(addressOf(i)),
        name: "User",
        role: "rep",
        active: 1,
      }),
      numbers.slice(0, USERS),
    ),
    recordings: part((i) => ({
      id: idOf(i),
      position: i * 1000,
      updated_position: i * 1000,
      processed_position: i * 1000,
      status: "processed",
      source: "dialer",
      call_id: `call${i}`,
      call_key: keyOf(`call${i}`),
      name: "Call",
      summary: "",
      notes: "",
      user_id: userOf(i),
      started_at: i * HOUR_MS,
      duration: 0,
      client_id: idOf(i),
      custom_fields: "{}",
      closed: 0,
    })),
    recording_tags: part((i) => ({
      recording_id: idOf(i),
      ordinal: 0,
      tag: `tag${i % 30}`,
      tag_key: keyOf(`tag${i % 30}`),
      position: i * 1000,
    })),
    transcripts: part((i) => ({
      recording_id: idOf(i),
      utterances: '{"speaker":["Ann"],"role":["rep"],"text":["Hello"],"start":[0],"end":[1]}',
    })),
    appointments: table((i) => ({
      id: idOf(i),
      event_id: `e${i}`,
      event_key: keyOf(`e${i}`),
      user_id: userOf(i),
      start_time: i * HOUR_MS,
      reach: 3 * HOUR_MS,
      has_customer: 0,
      client_id: idOf(i),
      metadata: "{}",
    })),
    webhooks: table(
      (i) => ({
        id: idOf(i),
        url: "http://127.0.0.1:9/hook",
        active: 0,
        source_trigger: "all",
        events: "[]",
        secret: "sealed",
      }),
      numbers.slice(0, WEBHOOKS),
    ),
    events: part((i) => ({
      id: idOf(i),
      event: "recording.processed",
      recording_id: idOf(i),
      payload: "{}",
      test: 0,
      position: i * 1000,
    })),
    deliveries: part((i) => ({
      id: idOf(i),
      event_id: idOf(i),
      event: "recording.processed",
      webhook_id: idOf((i % WEBHOOKS) + 1),
      recording_id: idOf(i),
      message_id: idOf(i),
      url: "http://127.0.0.1:9/hook",
      status: i % 20 === 0 ? "failed" : "delivered",
      created_at: i,
    })),
    audit_log: part((i) => ({
      id: idOf(i),
      at: i,
      action: i % 20 === 0 ? "webhook.created" : "user.updated",
      actor: "internal_token",
      fields: "[]",
    })),
    matches: part((i) => ({ recording_id: idOf(i), appointment_id: idOf(i), method: "explicit" })),
  };
};
