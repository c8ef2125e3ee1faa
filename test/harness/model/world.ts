import type { StoredTexts } from "../../helpers/analysis/analysis-texts.js";
import type { TestUtterance } from "../../helpers/recordings/measure-call.js";
import type { Words } from "./words.js";

/**
 * The state that the contract describes, in plain objects. Only `server-side.ts` imports the
 * program: the model is written from the contract alone and predicts every response.
 */
export interface World {
  /** Milliseconds since 1970. Only commands advance it. */
  now: number;
  /** Whether newer objects get smaller IDs. IDs decide the order at equal times. */
  hasDescendingIds: boolean;
  idCount: number;
  organizations: Organization[];
}

/** A placeholder for an ID of the program: `‹000012›`. Placeholders sort like the IDs. */
export type Id = string;

export interface Organization {
  id: Id;
  name: string;
  /** How often the API key was refreshed. */
  keyCount: number;
  users: User[];
  teams: Team[];
  /** Those that ended included. */
  namedKeys: NamedKey[];
  templates: Template[];
  trackers: Tracker[];
  clients: Client[];
  appointments: Appointment[];
  /**
   * Whether changes of other objects may have updated recordings: other matches, a deleted client.
   */
  hasUncertainTimes: boolean;
  recordings: Recording[];
  /** The call ids of erased recordings. */
  erasedCalls: Set<string>;
  matches: Match[];
  /** Pairs that an admin unlinked. */
  unlinkedPairs: Pair[];
  clips: Clip[];
  comments: Comment[];
  webhooks: Webhook[];
  deliveries: Delivery[];
}

export interface User {
  email: string;
  name: string;
  role: string;
  active: boolean;
  /** Null: the user can't sign in. */
  signInRole: "admin" | "manager" | "rep" | null;
  lastProcessAIAction: string | null;
  lastProcessAIAt: number | null;
  lastCoachAssistantAction: string | null;
  lastCoachAssistantAt: number | null;
  lastRecordedAt: number | null;
  accessedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface Team {
  id: Id;
  name: string;
  members: { user: User; role: string }[];
  leads: User[];
}

/** A key that reads as a person, or for teams. */
export interface NamedKey {
  id: Id;
  name: string;
  user: User | null;
  teams: Team[] | null;
  expiresAt: number | null;
  /** Whether it was revoked, or its person's access ended. */
  isEnded: boolean;
}

export type QuestionKind = "yesNo" | "rating";

export interface Question {
  id: Id;
  question: string;
  kind: QuestionKind;
  weight: number;
  /** The tracker that answers it; null: its wording decides. */
  tracker: Tracker | null;
}

export interface Template {
  id: Id;
  name: string;
  /** Counts the changes of the questions, from 1. */
  version: number;
  questions: Question[];
  /** Questions that the template no longer asks. */
  former: Question[];
}

/** Looks for phrases in every call. */
export interface Tracker {
  id: Id;
  name: string;
  phrases: string[];
  saidBy: "rep" | "client" | "anyone";
  /** Whether earlier calls were searched since its last change. */
  isSearched: boolean;
  createdAt: number;
  updatedAt: number;
}

/** A place in a call where a tracker was found. */
export interface Hit {
  tracker: Tracker;
  start: number;
  role: TestUtterance["role"];
  /** Null once retention has removed the transcript. */
  quote: string | null;
  phrase: string;
}

export interface Client {
  id: Id;
  name: string | null;
  email: string | null;
  crmEntityId: string | null;
  address: string | null;
  insights: object;
  insightsUpdatedAt: number | null;
  notes: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface Customer {
  id: string | null;
  name: string | null;
  email: string | null;
  location: string | null;
}

export interface Appointment {
  id: Id;
  eventId: string;
  user: User;
  startTime: number;
  endTime: number | null;
  title: string | null;
  /** The customer as sent. */
  customer: Customer | null;
  client: Client | null;
  metadata: object;
  createdAt: number;
  updatedAt: number;
}

export type Status = "received" | "processing" | "processed" | "failed";

export interface Recording {
  id: Id;
  callId: string;
  /** createdAt in microseconds, unique in the organization. */
  position: number;
  createdAt: number;
  updatedAt: number;
  processedAt: number | null;
  name: string;
  status: Status;
  source: string;
  user: User;
  startedAt: number;
  sentDuration: number | null;
  requestedEventId: string | null;
  customerClient: Client | null;
  createdClient: Client | null;
  /** The entity that the rep entered. */
  entity: unknown;
  customFields: Record<string, unknown>;
  transcript: TestUtterance[];
  closed: boolean;
  failureReason: string | null;
  reviews: Review[];
  analysis: Analysis | null;
  /** The last answer to each question that earlier analyses had, by its id. */
  formerAnswers: Map<string, Answer>;
  /** What people did with tags, which outlives analyses. */
  tagEdits: Map<string, "added" | "removed">;
  /** In the order in which they are said. */
  hits: Hit[];
  /** Why the next search reads the call: `new` ones send events. Null once it was searched. */
  waitsForSearch: "new" | "changed" | null;
  /** Before its corrections; null without any. */
  originalTranscript: TestUtterance[] | null;
  /** Whether retention removed the transcript, whose metrics and hits stay. */
  isTranscriptRemoved: boolean;
}

export interface Review {
  user: User;
  durationMs: number;
  at: number;
}

export interface ActionItem {
  id: Id;
  kind: "explicit" | "client";
  text: string;
  assignee: string | null;
  completed: boolean;
  /** A day. */
  due: string | null;
  /** Null: the rep, or the client for an item of that kind. */
  owner: User | null;
  /** The analysis's text, once a person has changed it. */
  foundText: string | null;
  /** Null if the analysis says that it is done. */
  completedAt: number | null;
  /** Whether a person added or changed it: later analyses keep it. */
  isChanged: boolean;
  /** Whether the analysis doesn't have it. */
  isAdded: boolean;
  /** Its place in the list; those of deleted items stay free. */
  position: number;
}

/** A verdict of a program: the model has no sessions. */
export interface Verdict {
  yes: boolean;
  rating: number | null;
  notApplicable: boolean;
  at: number;
}

/** What the analysis found, and a person's verdict on it. */
export interface Answer {
  questionId: Id;
  question: string;
  kind: QuestionKind;
  weight: number;
  answer: string | null;
  yes: boolean;
  rating: number | null;
  answered: boolean;
  verdict: Verdict | null;
}

export interface Analysis extends StoredTexts {
  summary: string;
  actionItems: ActionItem[] | null;
  template: Template | null;
  /** The template's version when the answers were stored. */
  templateVersion: number | null;
  process: { summary: string | null; answers: Answer[] } | null;
  tags: string[];
}

export interface Pair {
  recording: Recording;
  appointment: Appointment;
}

export interface Match extends Pair {
  method: "explicit" | "window" | "manual";
}

/** A recording or a part of it, shared with these. */
export interface Clip {
  id: Id;
  recording: Recording;
  author: User;
  title: string;
  /** Null for the whole call. */
  part: { start: number; end: number } | null;
  createdAt: number;
  isForEveryone: boolean;
  teams: Set<Team>;
  users: Set<User>;
}

/** A comment on a recording, or a reply to one. */
export interface Comment {
  id: Id;
  recording: Recording;
  /** What it replies to. */
  thread: Comment | null;
  author: User;
  isPrivate: boolean;
  text: string;
  mentions: User[];
  /** The words that it is about, as long as the transcript has them; then `start` and `end` are null. */
  words: Words | null;
  start: number | null;
  end: number | null;
  createdAt: number;
  editedAt: number | null;
  resolvedAt: number | null;
  /** Of the deliveries that announced it. */
  messageIds: Id[];
}

export interface Webhook {
  id: Id;
  url: string;
  active: boolean;
  trigger: string;
  events: string[];
  retry: "none" | "standard";
  createdAt: number;
}

export interface Delivery {
  id: Id;
  /** The id of the first delivery of this event to this webhook. */
  messageId: Id;
  event: string;
  webhook: Webhook | null;
  recording: Recording | null;
  url: string;
  status: "pending" | "delivered" | "failed";
  error: string | null;
  /** The exact body; empty after the recording's erasure. */
  payload: string;
  createdAt: number;
  redeliveryOf: Id | null;
}

/** The initial time of every world. */
export const WORLD_START_MS = Date.parse("2026-03-02T12:00:00.000Z");

const MAX_ID = 999_999;

export const newId = (world: World): Id => {
  world.idCount += 1;
  return `‹${String(world.hasDescendingIds ? MAX_ID - world.idCount : world.idCount).padStart(6, "0")}›`;
};
