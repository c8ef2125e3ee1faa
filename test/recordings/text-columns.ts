import type { Knex } from "knex";
import { dialect } from "../helpers/engine/database.js";

/**
 * The text columns that can name a client or quote a call: an erasure leaves nothing of it there. The canary
 * test writes to each of them.
 */
export const personalColumns = [
  "action_items.assignee",
  "action_items.found_text",
  "action_items.text",
  "analysis_versions.content",
  "appointments.customer_email",
  "appointments.customer_id",
  "appointments.customer_location",
  "appointments.customer_name",
  "appointments.metadata",
  "appointments.title",
  "clients.address",
  "clients.crm_entity_id",
  "clients.email",
  "clients.insights",
  "clients.name",
  "clients.notes",
  "comments.text",
  "deliveries.response_body",
  "events.payload",
  "inbound_calls.call_id",
  "inbound_calls.payload",
  "inbound_calls.understood",
  "inbound_calls.unread",
  "process_answers.answer",
  "process_answers.evidence",
  "recording_tags.tag",
  "recordings.call_id",
  "recordings.coaching",
  "recordings.created_client_entity",
  "recordings.custom_fields",
  "recordings.failure_reason",
  "recordings.media_url",
  "recordings.name",
  "recordings.notes",
  "recordings.process_summary",
  "recordings.requested_event_id",
  "recordings.summary",
  "transcript_originals.utterances",
  "tracker_examples.text",
  "tracker_hits.quote",
  "transcripts.utterances",
  ...(dialect === "postgres" ? ["search_rows.words"] : []),
  "unmapped_calls.customer_email",
  "unmapped_calls.customer_id",
  "unmapped_calls.input",
];

const GENERATED = "an id or a name that debrief generates";
const WORDS = "one of a fixed set of words";
const DIGEST = "a digest; the test searches for the digests of its texts too";
const STAFF = "about a user of the organization, who isn't a client";
const OWN = "a setting or a template of the organization";
const SECRET = "a credential: a digest, or sealed";
const INSTANCE = "bookkeeping of the program";

/** Why every other text column holds nothing of a client or a call, by table and column. */
export const exemptColumns: Record<string, Record<string, string>> = {
  account_links: { user_id: GENERATED, purpose: WORDS, hash: SECRET },
  accounts: { user_id: GENERATED, email_key: DIGEST, role: WORDS, password: SECRET },
  identities: { user_id: GENERATED, issuer: INSTANCE, subject: STAFF },
  analysis_edits: { recording_id: GENERATED, fields: "names of fields" },
  analysis_versions: { recording_id: GENERATED, edited: "names of fields" },
  analysis_claims: { recording_id: GENERATED, holder: INSTANCE },
  api_keys: { hash: SECRET, dialer_hash: SECRET, prefix: SECRET, signing_secret: SECRET },
  client_erasures: { client_id: GENERATED, recording_id: GENERATED },
  appointments: {
    id: GENERATED,
    event_id: "the appointment stays under the integrator's id",
    event_key: "the digest of event_id",
    user_id: GENERATED,
    client_id: GENERATED,
  },
  action_items: {
    recording_id: GENERATED,
    kind: WORDS,
    id: GENERATED,
    owner_id: GENERATED,
    completed_by: GENERATED,
    due: "a day; it goes with its item",
  },
  calendar_appointments: {
    appointment_id: GENERATED,
    calendar_id: GENERATED,
    digest: DIGEST,
  },
  calendars: {
    id: GENERATED,
    user_id: GENERATED,
    url: SECRET,
    host: OWN,
    etag: "what a calendar's server sent to recognise a version",
    last_modified: "what a calendar's server sent to recognise a version",
    events: WORDS,
    time_zone: OWN,
    problem: "in debrief's words",
    holder: INSTANCE,
    notices: "the titles of events that a poll names, redacted",
  },
  audit_log: {
    id: GENERATED,
    action: WORDS,
    actor: WORDS,
    user_id: GENERATED,
    email: STAFF,
    address: "an IP address of a user",
    subject: "an id, or the e-mail of a user",
    fields: "names of settings",
    detail: WORDS,
  },
  client_phones: { client_id: GENERATED, phone: "digits; they go with their client" },
  clients: {
    id: GENERATED,
    email_key: DIGEST,
    crm_entity_key: DIGEST,
    created_for_user_id: GENERATED,
  },
  deliveries: {
    id: GENERATED,
    event_id: GENERATED,
    event: WORDS,
    webhook_id: GENERATED,
    recording_id: GENERATED,
    message_id: GENERATED,
    redelivery_of: GENERATED,
    url: OWN,
    status: WORDS,
    claimed_by: INSTANCE,
    error: "why an attempt failed, in debrief's words",
  },
  dialer_media_credentials: { adapter: WORDS, host: OWN, kind: WORDS, secret: SECRET },
  dialer_secrets: { adapter: WORDS, secret: SECRET },
  erased_recordings: { recording_id: GENERATED, call_hash: "a keyed digest: it refuses the call" },
  events: { id: GENERATED, event: WORDS, recording_id: GENERATED },
  inbound_calls: {
    id: GENERATED,
    way: WORDS,
    outcome: WORDS,
    code: WORDS,
    field: "the name of a field; erasures clear it",
    message: "why a call was refused, in debrief's words; erasures clear it",
    recording_id: GENERATED,
    user_email: STAFF,
  },
  instance_defaults: { setting: WORDS, value: WORDS },
  knex_migrations: { name: INSTANCE },
  maintenance: { purpose: WORDS, owner: INSTANCE },
  match_exclusions: { recording_id: GENERATED, appointment_id: GENERATED },
  matches: { recording_id: GENERATED, appointment_id: GENERATED, method: WORDS },
  media: {
    recording_id: GENERATED,
    file: GENERATED,
    type: WORDS,
    check_problem: "why audio could not be silenced, in debrief's words",
    originals: GENERATED,
  },
  notices: { recording_id: GENERATED, notices: "kinds, counts, and places" },
  media_fetches: {
    recording_id: GENERATED,
    adapter: WORDS,
    holder: INSTANCE,
    file: GENERATED,
    failure: "why audio could not be fetched, in debrief's words",
  },
  organizations: { id: GENERATED, name: OWN, erasure_key: SECRET, country: OWN },
  process_answers: {
    recording_id: GENERATED,
    question_id: GENERATED,
    question: OWN,
    source: WORDS,
    verdict_by: GENERATED,
  },
  rate_limits: { key: INSTANCE },
  recording_tags: { recording_id: GENERATED, tag_key: DIGEST },
  recordings: {
    requested_event_teams: "ids of teams",
    id: GENERATED,
    status: WORDS,
    source: WORDS,
    consent: WORDS,
    refusal: WORDS,
    call_key: DIGEST,
    user_id: GENERATED,
    requested_event_key: DIGEST,
    client_id: GENERATED,
    created_client_id: GENERATED,
    customer_client_id: GENERATED,
    template_id: GENERATED,
  },
  comments: {
    id: GENERATED,
    recording_id: GENERATED,
    thread_id: GENERATED,
    author_id: GENERATED,
    thread_author_id: GENERATED,
    resolved_by: GENERATED,
    event_id: GENERATED,
  },
  comment_mentions: { comment_id: GENERATED, user_id: GENERATED },
  consent_settings: { refused: WORDS },
  redaction: { patterns: OWN },
  retention: { claimed_by: INSTANCE },
  retention_runs: { id: GENERATED },
  reviews: { id: GENERATED, recording_id: GENERATED, reviewer_id: GENERATED },
  search_rows: { digest: DIGEST },
  sessions: { id: GENERATED, user_id: GENERATED, hash: SECRET, address: STAFF, agent: STAFF },
  setup_links: { hash: SECRET },
  stat_cells: { template_id: GENERATED, user_id: GENERATED, tally: "numbers" },
  stat_facts: { user_id: GENERATED, template_id: GENERATED, tally: "numbers" },
  stat_formats: { format: INSTANCE },
  stat_names: { name_key: DIGEST },
  named_keys: {
    id: GENERATED,
    name: STAFF,
    hash: SECRET,
    prefix: SECRET,
    scopes: WORDS,
    user_id: GENERATED,
    last_used_address: STAFF,
  },
  named_key_teams: { key_id: GENERATED, team_id: GENERATED },
  team_leads: { team_id: GENERATED, user_id: GENERATED },
  team_members: { team_id: GENERATED, user_id: GENERATED, role: STAFF },
  teams: { id: GENERATED, name: STAFF },
  template_questions: {
    id: GENERATED,
    template_id: GENERATED,
    question: OWN,
    tracker_id: GENERATED,
  },
  templates: { id: GENERATED, name: OWN, prompt: OWN, sources: WORDS },
  trackers: {
    id: GENERATED,
    name: OWN,
    phrases: OWN,
    concept: WORDS,
    said_by: WORDS,
    part: WORDS,
  },
  tracker_examples: { tracker_id: GENERATED, recording_id: GENERATED },
  tracker_hits: { recording_id: GENERATED, tracker_id: GENERATED, role: WORDS, phrase: OWN },
  tracker_queue: { recording_id: GENERATED, stamp: GENERATED },
  rep_channels: { source: WORDS, rep_channel: WORDS },
  tokens: { hash: SECRET, role: WORDS },
  transcript_originals: { recording_id: GENERATED, corrected_by: GENERATED },
  transcripts: { recording_id: GENERATED },
  unmapped_calls: {
    call_key: DIGEST,
    kind: WORDS,
    number: STAFF,
    adapter: WORDS,
    file: GENERATED,
    file_type: WORDS,
    customer_phone: "digits; they go with their call",
  },
  user_numbers: { kind: WORDS, number: STAFF, user_id: GENERATED },
  users: {
    id: GENERATED,
    email: STAFF,
    email_key: DIGEST,
    name: STAFF,
    role: STAFF,
    last_process_ai_action: STAFF,
    last_coach_assistant_action: STAFF,
  },
  sentence_vectors: {
    recording_id: GENERATED,
    vectors:
      "what sentences mean, as numbers; deleted with the transcript, as a test of trackers shows",
  },
  waveforms: {
    file: GENERATED,
    peaks: "how loud a recording is over time, a few numbers a second",
  },
  webhooks: {
    id: GENERATED,
    url: OWN,
    source_trigger: WORDS,
    events: WORDS,
    retry: WORDS,
    secret: SECRET,
    previous_secrets: SECRET,
  },
};

const COLUMNS = {
  sqlite: `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'search_index%'
      AND upper(c.type) NOT LIKE '%INT%' AND upper(c.type) NOT LIKE 'DATETIME'`,
  postgres: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public'
      AND data_type NOT IN ('bigint', 'integer', 'smallint', 'timestamp with time zone')`,
};

/** Lists the columns that can hold text, as `table.column`, without those of the organization's id. */
export const listTextColumns = async (db: Knex): Promise<string[]> => {
  const found: unknown = await db.raw(COLUMNS[dialect]);
  const rows = (dialect === "postgres" ? (found as { rows: unknown }).rows : found) as {
    table: string;
    column: string;
  }[];
  return rows
    .filter(({ column }) => column !== "organization_id")
    .map(({ table, column }) => `${table}.${column}`)
    .toSorted();
};
