export interface Utterance {
  speaker: string;
  role: "rep" | "client" | "other";
  text: string;
  start: number;
  end: number;
}

export interface ActionItem {
  kind: "explicit" | "client";
  text: string;
  assignee: string | null;
  completed: boolean;
}

export interface Analysis {
  transcript: Utterance[];
  name: string;
  summary: string;
  notes: string;
  coaching: string | null;
  actionItems: ActionItem[] | null;
  tags: string[];
  closed: boolean;
  customFields: Record<string, string | number>;
}

/** What was found of a template: an answer to each of its questions, in their order. */
export interface Process {
  template: string;
  summary: string;
  answers: { answer: string | null; yes: boolean }[];
}

export interface Customer {
  id: string;
  name: string;
  email: string;
  location: string;
}

interface Happenings {
  user: { input: { email: string; name: string; role: string; active?: boolean } };
  team: { input: { name: string; members: { email: string; role: string }[] } };
  template: { input: { name: string; questions: { question: string }[] } };
  appointment: {
    input: {
      eventId: string;
      userEmail: string;
      startTime: string;
      endTime: string;
      title: string;
      customer: Customer;
      metadata: Record<string, string>;
    };
  };
  call: {
    input: {
      callId: string;
      userEmail: string;
      startedAt: string;
      duration: number;
      name: string;
      source: "mobile" | "dialer" | "meeting";
      eventId?: string;
      customer?: Customer;
    };
  };
  start: { callId: string };
  fail: { callId: string; reason: string };
  analysis: { callId: string; input: Analysis; process: Process | null };
  review: { callId: string; reviewerEmail: string; durationMs: number };
  client: { crmEntityId: string; input: { notes: string; insights: Record<string, string> } };
  activity: { email: string; input: { kind: string; action?: string } };
}

export type Happening = keyof Happenings;

/** Something that happened in the organization, in the core's words; `at`: milliseconds since 1970. */
export type DemoEvent<Kind extends Happening = Happening> = {
  [K in Kind]: { kind: K; at: number } & Happenings[K];
}[Kind];
