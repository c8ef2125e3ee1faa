import type { Consent } from "../consent/consent-settings.js";

export type RecordingStatus = "received" | "processing" | "processed" | "failed";
export const RECORDING_SOURCES = ["mobile", "dialer", "meeting", "upload"] as const;
export type RecordingSource = (typeof RECORDING_SOURCES)[number];

/** The /v1 responses that contain a field: recording lists and single recordings, or single recordings only. */
export type ShownBy = "list" | "single";

interface Field<From, Value> {
  /** A column of the table, an expression over one, a column of another table, or none of these. */
  from: From;
  /** SQL over r (recordings), u (its user) and a (its appointment); empty if a resolver computes the value. */
  sql: string;
  shownBy: ShownBy | undefined;
  /** Carries the value type for TypeScript; never set. */
  value?: Value;
}

const stored = <Value>(column: string, shownBy?: ShownBy): Field<"column", Value> => ({
  from: "column",
  sql: `r.${column}`,
  shownBy,
});

const derived = <Value>(sql: string, shownBy: ShownBy): Field<"expression", Value> => ({
  from: "expression",
  sql,
  shownBy,
});

/** Declares a field of a joined table. Only the query for a single recording reads it. */
const joined = <Value>(sql: string): Field<"join", Value> => ({
  from: "join",
  sql,
  shownBy: "single",
});

/** Declares a field that a resolver computes, from the row or from other tables. */
const resolved = (shownBy: ShownBy): Field<"resolver", never> => ({
  from: "resolver",
  sql: "",
  shownBy,
});

/**
 * Every field of a recording, declared once. Row types, select lists, the projection of a GraphQL query and
 * the fragments of /v1 follow. /v1 shows fields in this order. Times are milliseconds since 1970.
 */
export const recordingFields = {
  id: stored<string>("id", "list"),
  name: stored<string>("name", "list"),
  status: stored<RecordingStatus>("status", "list"),
  organizationId: derived<string>("r.organization_id", "single"),
  createdAt: derived<number>("r.position / 1000", "list"),
  updatedAt: derived<number>("r.updated_position / 1000", "single"),
  duration: stored<number>("duration", "list"),
  summary: stored<string | null>("summary", "list"),
  notes: stored<string | null>("notes", "single"),
  actionItems: resolved("single"),
  coaching: stored<string | null>("coaching", "single"),
  tags: resolved("single"),
  url: resolved("list"),
  userEmail: joined<string>("u.email"),
  source: stored<RecordingSource>("source", "single"),
  startedAt: stored<number>("started_at", "single"),
  processedAt: derived<number | null>("r.processed_position / 1000", "single"),
  clientId: stored<string | null>("client_id", "single"),
  eventId: joined<string | null>("a.event_id"),
  /** JSON. */
  customFields: stored<string>("custom_fields", "single"),
  /** 0 or 1. */
  closed: stored<number>("closed", "single"),
  process: resolved("single"),
  metrics: resolved("single"),
  consent: stored<Consent>("consent", "single"),

  // /v1 does not show the fields below.
  /** createdAt in microseconds, unique in the organization: the order of every list of recordings. */
  position: stored<number>("position"),
  /** updatedAt in microseconds: the recording's position among the organization's changes. */
  updatedPosition: stored<number>("updated_position"),
  /** processedAt in microseconds: the recording's change position when it was first processed. */
  processedPosition: stored<number | null>("processed_position"),
  /** When a recording with a sent createdAt arrived. Null: it arrived at its createdAt. */
  backfilledAt: stored<number | null>("backfilled_at"),
  callId: stored<string | null>("call_id"),
  userId: stored<string>("user_id"),
  /** As the dialer sent it; `duration` is this or the transcript's end. */
  sentDuration: stored<number | null>("sent_duration"),
  mediaUrl: stored<string | null>("media_url"),
  /** The event id that came with the call, whether or not such an appointment exists. */
  requestedEventId: stored<string | null>("requested_event_id"),
  /** JSON: the ids of the teams whose appointments the sender of `requestedEventId` may see. Null: all. */
  requestedEventTeams: stored<string | null>("requested_event_teams"),
  createdClientId: stored<string | null>("created_client_id"),
  /** JSON: what the rep entered when creating the client. */
  createdClientEntity: stored<string | null>("created_client_entity"),
  customerClientId: stored<string | null>("customer_client_id"),
  failureReason: stored<string | null>("failure_reason"),
  /** The effect of a refused consent; null: none. */
  refusal: stored<"hidden" | "transcript_only" | null>("refusal"),
  templateId: stored<string | null>("template_id"),
  /** The template's version at the analysis; null without a template, and for an earlier release. */
  templateVersion: stored<number | null>("template_version"),
  processSummary: stored<string | null>("process_summary"),
  processFollowed: stored<number | null>("process_followed"),
  processTotal: stored<number | null>("process_total"),
  /** The score is the percentage of `processMax` points. Both are null without questions, and for an earlier release. */
  processPoints: stored<number | null>("process_points"),
  processMax: stored<number | null>("process_max"),
  /** Null: the analysis did not look for action items. */
  actionItemCount: stored<number | null>("action_item_count"),
  talkMs: stored<number | null>("talk_ms"),
  spokenMs: stored<number | null>("spoken_ms"),
  repWords: stored<number | null>("rep_words"),
  conversationSwitches: stored<number | null>("conversation_switches"),
  questionsAsked: stored<number | null>("questions_asked"),
  waitedMs: stored<number | null>("waited_ms"),
  waitedCount: stored<number | null>("waited_count"),
};

type Fields = typeof recordingFields;
type RecordingField = keyof Fields;

type ValuesFrom<From> = {
  [
    Name in RecordingField as Fields[Name]["from"] extends From ? Name : never
  ]: Fields[Name] extends Field<From, infer Value> ? Value : never;
};

/** The columns of a recording. */
export type StoredRecording = ValuesFrom<"column">;

/** A recording as queries return it. */
export interface RecordingRow
  extends StoredRecording, ValuesFrom<"expression">, Partial<ValuesFrom<"join">> {
  /** JSON: lists in their order, if `findRecordingDetail` read them. */
  tags?: string;
  actionItems?: string;
  answers?: string;
  /** Null without a process, if `findRecordingDetail` read it. */
  templateName?: string | null;
  /** In a search by relevance: the positions in the recording's cursor, its own first. */
  resultPositions?: readonly number[];
  /** In a list ordered by a number: that number. */
  sortKey?: number;
}
