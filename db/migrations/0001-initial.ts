import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

/** The organization of a row. It is part of the primary key: no reference can cross organizations. */
const organizationColumn = ({ text }: ColumnTypes): string =>
  `organization_id ${text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE`;

const reference = (table: string, column: string, rule = ""): string =>
  `FOREIGN KEY (organization_id, ${column}) REFERENCES ${table} (organization_id, id) ${rule}`;

const oneOf = (column: string, values: string[]): string =>
  `CHECK (${column} IN (${values.map((value) => `'${value}'`).join(", ")}))`;

const access = (c: ColumnTypes): string[] => [
  `CREATE TABLE organizations (
    id ${c.text} PRIMARY KEY,
    name ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL
  ) ${c.tableOptions}`,
  // Secrets are stored as digests, except the signing secret: the server reads it again, so it is encrypted.
  `CREATE TABLE api_keys (
    organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    hash ${c.text} NOT NULL UNIQUE,
    dialer_hash ${c.text} NOT NULL UNIQUE,
    prefix ${c.text} NOT NULL,
    signing_secret ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL
  ) ${c.tableOptions}`,
  `CREATE TABLE tokens (
    hash ${c.text} PRIMARY KEY,
    role ${c.text} NOT NULL ${oneOf("role", ["internal", "operator"])},
    organization_id ${c.text} REFERENCES organizations (id) ON DELETE CASCADE,
    created_at ${c.integer} NOT NULL,
    CHECK ((role = 'operator') = (organization_id IS NULL))
  ) ${c.tableOptions}`,
];

const people = (c: ColumnTypes): string[] => [
  // A _key is the digest for lookups of a text; email_key is the digest of the address in lower case.
  `CREATE TABLE users (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    email ${c.text} NOT NULL,
    email_key ${c.text} NOT NULL,
    name ${c.text} NOT NULL,
    role ${c.text} NOT NULL,
    active ${c.flag} NOT NULL,
    last_process_ai_action ${c.text},
    last_process_ai_at ${c.integer},
    last_coach_assistant_action ${c.text},
    last_coach_assistant_at ${c.integer},
    last_recorded_at ${c.integer},
    accessed_at ${c.integer},
    created_at ${c.integer} NOT NULL,
    updated_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, email_key)
  ) ${c.tableOptions}`,
  `CREATE INDEX users_list ON users (organization_id, active${c.nameColumns("name", "email")})`,
  `CREATE TABLE teams (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    name ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL,
    updated_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${c.tableOptions}`,
  `CREATE INDEX teams_list ON teams (organization_id${c.nameColumns("name", "id")})`,
  `CREATE TABLE team_members (
    ${organizationColumn(c)},
    team_id ${c.text} NOT NULL,
    position ${c.integer} NOT NULL,
    user_id ${c.text} NOT NULL,
    role ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, team_id, position),
    UNIQUE (organization_id, user_id, team_id),
    ${reference("teams", "team_id", "ON DELETE CASCADE")},
    ${reference("users", "user_id", "ON DELETE CASCADE")}
  ) ${c.clusteredTableOptions}`,
];

const templates = (c: ColumnTypes): string[] => [
  `CREATE TABLE templates (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    name ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL,
    updated_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${c.tableOptions}`,
  `CREATE INDEX templates_list ON templates (organization_id${c.nameColumns("name", "id")})`,
  // A question that was removed from its template stays for its answers, with position null.
  `CREATE TABLE template_questions (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    template_id ${c.text} NOT NULL,
    position ${c.integer},
    question ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, id),
    ${reference("templates", "template_id", "ON DELETE CASCADE")}
  ) ${c.tableOptions}`,
  `CREATE INDEX template_questions_list ON template_questions (organization_id, template_id, position)`,
];

const clients = (c: ColumnTypes): string[] => [
  `CREATE TABLE clients (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    name ${c.text},
    email ${c.text},
    email_key ${c.text},
    crm_entity_id ${c.text},
    crm_entity_key ${c.text},
    address ${c.text},
    insights ${c.text} NOT NULL,
    insights_updated_at ${c.integer},
    notes ${c.text},
    created_at ${c.integer} NOT NULL,
    updated_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, crm_entity_key)
  ) ${c.tableOptions}`,
  `CREATE INDEX clients_list ON clients (organization_id, created_at, id)`,
  `CREATE INDEX clients_by_email ON clients (organization_id, email_key, created_at, id)`,
];

const recordings = (c: ColumnTypes): string[] => [
  // position: createdAt in microseconds, made unique. requested_event_id: the event_id that the call sent. client_id:
  // the current client; its sources are the next two columns and the matched appointment. Counts are null if the
  // analysis lacked that part.
  `CREATE TABLE recordings (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    position ${c.integer} NOT NULL,
    updated_at ${c.integer} NOT NULL,
    status ${c.text} NOT NULL ${oneOf("status", ["received", "processing", "processed", "failed"])},
    source ${c.text} NOT NULL ${oneOf("source", ["mobile", "dialer", "meeting", "upload"])},
    call_id ${c.text},
    call_key ${c.text},
    name ${c.text} NOT NULL,
    user_id ${c.text} NOT NULL,
    started_at ${c.integer} NOT NULL,
    sent_duration ${c.integer},
    duration ${c.integer} NOT NULL,
    media_url ${c.text},
    requested_event_id ${c.text},
    requested_event_key ${c.text},
    client_id ${c.text},
    created_client_id ${c.text},
    created_client_entity ${c.text},
    customer_client_id ${c.text},
    custom_fields ${c.text} NOT NULL,
    failure_reason ${c.text},
    processed_at ${c.integer},
    summary ${c.text},
    notes ${c.text},
    coaching ${c.text},
    closed ${c.flag} NOT NULL,
    template_id ${c.text},
    process_summary ${c.text},
    process_followed ${c.integer},
    process_total ${c.integer},
    action_item_count ${c.integer},
    talk_ms ${c.integer},
    spoken_ms ${c.integer},
    rep_words ${c.integer},
    conversation_switches ${c.integer},
    questions_asked ${c.integer},
    waited_ms ${c.integer},
    waited_count ${c.integer},
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, position),
    UNIQUE (organization_id, call_key),
    ${reference("users", "user_id")},
    ${reference("clients", "client_id")},
    ${reference("clients", "created_client_id")},
    ${reference("clients", "customer_client_id")},
    ${reference("templates", "template_id")}
  ) ${c.tableOptions}`,
  `CREATE INDEX recordings_list ON recordings (organization_id, status, position)`,
  `CREATE INDEX recordings_by_user ON recordings (organization_id, user_id, status, position)`,
  `CREATE INDEX recordings_by_client ON recordings (organization_id, client_id, status, position)`,
  `CREATE INDEX recordings_by_created_client ON recordings (organization_id, created_client_id)`,
  `CREATE INDEX recordings_by_customer_client ON recordings (organization_id, customer_client_id)`,
  `CREATE INDEX recordings_by_requested_event ON recordings (organization_id, requested_event_key, position)`,
  `CREATE INDEX recordings_by_start ON recordings (organization_id, user_id, started_at)`,
  `CREATE INDEX recordings_by_update ON recordings (organization_id, updated_at)`,
];

const contents = (c: ColumnTypes): string[] => {
  const recording = reference("recordings", "recording_id", "ON DELETE CASCADE");
  return [
    // One JSON text: a call has hundreds of utterances, always written and read together.
    `CREATE TABLE transcripts (
      ${organizationColumn(c)},
      recording_id ${c.text} NOT NULL,
      utterances ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, recording_id),
      ${recording}
    ) ${c.tableOptions}`,
    `CREATE TABLE action_items (
      ${organizationColumn(c)},
      recording_id ${c.text} NOT NULL,
      position ${c.integer} NOT NULL,
      kind ${c.text} NOT NULL ${oneOf("kind", ["explicit", "client"])},
      text ${c.text} NOT NULL,
      assignee ${c.text},
      completed ${c.flag} NOT NULL,
      PRIMARY KEY (organization_id, recording_id, position),
      ${recording}
    ) ${c.clusteredTableOptions}`,
    `CREATE TABLE process_answers (
      ${organizationColumn(c)},
      recording_id ${c.text} NOT NULL,
      position ${c.integer} NOT NULL,
      question_id ${c.text} NOT NULL,
      question ${c.text} NOT NULL,
      answer ${c.text},
      yes ${c.flag} NOT NULL,
      PRIMARY KEY (organization_id, recording_id, position),
      UNIQUE (organization_id, recording_id, question_id),
      ${recording},
      ${reference("template_questions", "question_id")}
    ) ${c.clusteredTableOptions}`,
    `CREATE INDEX process_answers_by_question ON process_answers (organization_id, question_id)`,
    // Only processed recordings have tags. position: the recording's, so that the index serves a page of one tag.
    `CREATE TABLE recording_tags (
      ${organizationColumn(c)},
      recording_id ${c.text} NOT NULL,
      ordinal ${c.integer} NOT NULL,
      tag ${c.text} NOT NULL,
      tag_key ${c.text} NOT NULL,
      position ${c.integer} NOT NULL,
      PRIMARY KEY (organization_id, recording_id, ordinal),
      UNIQUE (organization_id, tag_key, position),
      ${recording}
    ) ${c.clusteredTableOptions}`,
    `CREATE TABLE reviews (
      ${organizationColumn(c)},
      id ${c.text} NOT NULL,
      recording_id ${c.text} NOT NULL,
      reviewer_id ${c.text} NOT NULL,
      duration_ms ${c.integer} NOT NULL,
      created_at ${c.integer} NOT NULL,
      PRIMARY KEY (organization_id, id),
      ${recording},
      ${reference("users", "reviewer_id")}
    ) ${c.tableOptions}`,
    `CREATE INDEX reviews_by_recording ON reviews (organization_id, recording_id)`,
  ];
};

const statistics = (c: ColumnTypes): string[] => [
  // Numbers that stand for tags and questions in tallies. name_key is recording_tags.tag_key or a question's id: the
  // name itself is in recording_tags or template_questions.
  `CREATE TABLE stat_names (
    ${organizationColumn(c)},
    number ${c.integer} NOT NULL,
    name_key ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, number),
    UNIQUE (organization_id, name_key)
  ) ${c.clusteredTableOptions}`,
  // The statistics of each processed recording, by creation: one row with tag -1 and one row per tag, so that a tag's
  // rows are contiguous.
  `CREATE TABLE stat_facts (
    ${organizationColumn(c)},
    tag ${c.integer} NOT NULL,
    position ${c.integer} NOT NULL,
    user_id ${c.text} NOT NULL,
    template_id ${c.text},
    tally ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, tag, position),
    ${reference("users", "user_id")}
  ) ${c.clusteredTableOptions}`,
  // Sums of the facts by user over spans of 1, 8 and 64 days. day: the first day, counted from 1970, a
  // multiple of the span. template_id is empty for the sum over all templates.
  `CREATE TABLE stat_cells (
    ${organizationColumn(c)},
    span ${c.integer} NOT NULL,
    day ${c.integer} NOT NULL,
    template_id ${c.text} NOT NULL,
    user_id ${c.text} NOT NULL,
    tally ${c.text} NOT NULL,
    CHECK (span IN (1, 8, 64) AND day >= 0 AND day % span = 0),
    PRIMARY KEY (organization_id, span, day, template_id, user_id),
    ${reference("users", "user_id")}
  ) ${c.tableOptions}`,
];

const appointments = (c: ColumnTypes): string[] => [
  `CREATE TABLE appointments (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    event_id ${c.text} NOT NULL,
    event_key ${c.text} NOT NULL,
    user_id ${c.text} NOT NULL,
    start_time ${c.integer} NOT NULL,
    end_time ${c.integer},
    reach ${c.integer} NOT NULL,
    title ${c.text},
    has_customer ${c.flag} NOT NULL,
    customer_id ${c.text},
    customer_name ${c.text},
    customer_email ${c.text},
    customer_location ${c.text},
    client_id ${c.text},
    metadata ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL,
    updated_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, event_key),
    ${reference("users", "user_id")},
    ${reference("clients", "client_id")}
  ) ${c.tableOptions}`,
  `CREATE INDEX appointments_list ON appointments (organization_id, start_time, id)`,
  `CREATE INDEX appointments_by_user ON appointments (organization_id, user_id, start_time, id)`,
  // reach: milliseconds from the start to the match window's end. The longest bounds how far queries look back.
  `CREATE INDEX appointments_by_reach ON appointments (organization_id, user_id, reach)`,
  `CREATE INDEX appointments_by_client ON appointments (organization_id, client_id)`,
  `CREATE TABLE matches (
    ${organizationColumn(c)},
    recording_id ${c.text} NOT NULL,
    appointment_id ${c.text} NOT NULL,
    method ${c.text} NOT NULL ${oneOf("method", ["explicit", "window", "manual"])},
    PRIMARY KEY (organization_id, recording_id),
    UNIQUE (organization_id, appointment_id),
    ${reference("recordings", "recording_id", "ON DELETE CASCADE")},
    ${reference("appointments", "appointment_id", "ON DELETE CASCADE")}
  ) ${c.clusteredTableOptions}`,
  // Pairs that a user unlinked: no matching rule joins them again.
  `CREATE TABLE match_exclusions (
    ${organizationColumn(c)},
    recording_id ${c.text} NOT NULL,
    appointment_id ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, recording_id, appointment_id),
    ${reference("recordings", "recording_id", "ON DELETE CASCADE")},
    ${reference("appointments", "appointment_id", "ON DELETE CASCADE")}
  ) ${c.clusteredTableOptions}`,
  `CREATE INDEX match_exclusions_by_appointment ON match_exclusions (organization_id, appointment_id)`,
];

const webhooks = (c: ColumnTypes): string[] => [
  `CREATE TABLE webhooks (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    url ${c.text} NOT NULL,
    active ${c.flag} NOT NULL,
    source_trigger ${c.text} NOT NULL ${oneOf("source_trigger", ["all", "mobile", "dialer", "meeting", "upload"])},
    events ${c.text} NOT NULL,
    secret ${c.text} NOT NULL,
    previous_secrets ${c.text} NOT NULL DEFAULT '[]',
    created_at ${c.integer} NOT NULL,
    updated_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${c.tableOptions}`,
  `CREATE INDEX webhooks_list ON webhooks (organization_id, created_at, id)`,
  // payload: the exact bytes of the body, as text; empty once the recording is erased.
  `CREATE TABLE events (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    event ${c.text} NOT NULL,
    recording_id ${c.text},
    payload ${c.text} NOT NULL,
    test ${c.flag} NOT NULL,
    created_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${c.tableOptions}`,
  `CREATE INDEX events_list ON events (organization_id, created_at, id)`,
  `CREATE INDEX events_by_recording ON events (organization_id, recording_id)`,
  // No foreign key to the webhook or the recording: the delivery log outlives both.
  `CREATE TABLE deliveries (
    ${organizationColumn(c)},
    id ${c.text} NOT NULL,
    event_id ${c.text} NOT NULL,
    event ${c.text} NOT NULL,
    webhook_id ${c.text},
    recording_id ${c.text},
    message_id ${c.text} NOT NULL,
    redelivery_of ${c.text},
    url ${c.text} NOT NULL,
    status ${c.text} NOT NULL ${oneOf("status", ["pending", "delivered", "failed"])},
    claimed_by ${c.text},
    lease_until ${c.integer},
    attempted_at ${c.integer},
    duration_ms ${c.integer},
    response_status ${c.integer},
    response_body ${c.text},
    error ${c.text},
    created_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id),
    ${reference("events", "event_id", "ON DELETE CASCADE")}
  ) ${c.tableOptions}`,
  `CREATE INDEX deliveries_list ON deliveries (organization_id, created_at, id)`,
  `CREATE INDEX deliveries_by_webhook ON deliveries (organization_id, webhook_id, created_at, id)`,
  `CREATE INDEX deliveries_by_recording ON deliveries (organization_id, recording_id, created_at, id)`,
  `CREATE INDEX deliveries_by_status ON deliveries (organization_id, status, created_at, id)`,
  `CREATE INDEX deliveries_by_name ON deliveries (organization_id, event, created_at, id)`,
  `CREATE INDEX deliveries_by_event ON deliveries (organization_id, event_id)`,
  // The notifier polls these over all organizations. Partial indexes keep them small.
  `CREATE INDEX deliveries_unclaimed ON deliveries (webhook_id, id)
    WHERE status = 'pending' AND claimed_by IS NULL`,
  `CREATE INDEX deliveries_claimed ON deliveries (lease_until)
    WHERE status = 'pending' AND claimed_by IS NOT NULL`,
];

const statementGroups = [
  access,
  people,
  templates,
  clients,
  recordings,
  contents,
  statistics,
  appointments,
  webhooks,
];

export const up = async (knex: Knex): Promise<void> => {
  const columns = columnTypesOf(knex);
  for (const part of statementGroups)
    for (const statement of part(columns)) await knex.raw(statement);
};
