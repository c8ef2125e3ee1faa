import type { StoredTexts } from "./analysis-texts.js";
import type { TestUtterance } from "../../helpers/measure-call.js";

/**
 * What the contract says there is, in plain objects. Nothing in this folder but `sides.ts` knows the
 * program: the model was written from the contract alone, and says of every request what its answer is.
 */
export interface World {
  /** Milliseconds since 1970. It moves when a command says so. */
  now: number;
  /** Whether what is made later has a smaller id: where times are equal ids give the order. */
  hasDescendingIds: boolean;
  idCount: number;
  organizations: Organization[];
}

/** Stands for an id of the program's: `‹000012›`. They sort as those do. */
export type Id = string;

export interface Organization {
  id: Id;
  name: string;
  /** How often the API key was made anew. */
  keyCount: number;
  users: User[];
  teams: Team[];
  templates: Template[];
  clients: Client[];
  appointments: Appointment[];
  /** Whether recordings may have changed by what is not theirs: other matches, a client that is gone. */
  hasUncertainTimes: boolean;
  recordings: Recording[];
  matches: Match[];
  /** Pairs that a person took apart. */
  unlinkedPairs: Pair[];
  webhooks: Webhook[];
  deliveries: Delivery[];
}

export interface User {
  email: string;
  name: string;
  role: string;
  active: boolean;
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
}

export interface Question {
  id: Id;
  question: string;
}

export interface Template {
  id: Id;
  name: string;
  questions: Question[];
  /** Asked no more. */
  former: Question[];
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
  /** As it was sent. */
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
  /** What the rep entered. */
  entity: unknown;
  customFields: Record<string, unknown>;
  transcript: TestUtterance[];
  closed: boolean;
  failureReason: string | null;
  reviews: number[];
  analysis: Analysis | null;
}

export interface ActionItem {
  kind: "explicit" | "client";
  text: string;
  assignee: string | null;
  completed: boolean;
}

export interface Answer {
  questionId: Id;
  question: string;
  answer: string | null;
  yes: boolean;
}

export interface Analysis extends StoredTexts {
  summary: string;
  actionItems: ActionItem[] | null;
  template: Template | null;
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

export interface Webhook {
  id: Id;
  url: string;
  active: boolean;
  trigger: string;
  events: string[];
  createdAt: number;
}

export interface Delivery {
  id: Id;
  event: string;
  webhook: Webhook | null;
  recording: Recording | null;
  url: string;
  status: "pending" | "delivered" | "failed";
  error: string | null;
  /** The exact body; empty where the recording was erased. */
  payload: string;
  createdAt: number;
  redeliveryOf: Id | null;
}

/** When every world begins. */
export const WORLD_START_MS = Date.parse("2026-03-02T12:00:00.000Z");

const MAX_ID = 999_999;

export const newId = (world: World): Id => {
  world.idCount += 1;
  return `‹${String(world.hasDescendingIds ? MAX_ID - world.idCount : world.idCount).padStart(6, "0")}›`;
};
