export interface DemoLine {
  speaker: string;
  role: "rep" | "client" | "other";
  text: string;
  start: number;
  end: number;
  /** The same line with the facts of another customer, for whom its meaning is known. */
  sample: string;
}

/** What the analysis reads: the conversation, and who took part in it. */
interface DemoConversation {
  lines: DemoLine[];
  userName: string;
  clientName: string;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** A call's audio file. */
export interface DemoAudio {
  /** The name of the file, as `readAudioFile` reads it. */
  file: string;
  durationMs: number;
  /** How loud each channel is: a base64 text for each. */
  peaks: readonly string[];
}

/** A question of a scorecard. */
export interface DemoQuestion {
  question: string;
  /** How often it counts in the score. Default: once. */
  weight?: number;
}

export interface DemoCustomer {
  id: string;
  name: string;
  email: string;
  location: string;
}

/** Where a call was recorded. */
export type CallSource = "mobile" | "dialer" | "meeting";

interface DemoEventFields {
  user: { input: { email: string; name: string; role: string; active?: boolean } };
  team: {
    input: { name: string; members: { email: string; role: string }[]; leads: string[] };
  };
  template: { input: { name: string; sources: CallSource[]; questions: DemoQuestion[] } };
  appointment: {
    input: {
      eventId: string;
      userEmail: string;
      startTime: string;
      endTime: string;
      title: string;
      customer: DemoCustomer;
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
      source: CallSource;
      eventId?: string;
      customer?: DemoCustomer;
    };
    audio?: DemoAudio;
  };
  start: { callId: string };
  fail: { callId: string; reason: string };
  analysis: {
    callId: string;
    source: CallSource;
    conversation: DemoConversation;
    customFields: Record<string, string | number>;
  };
  review: { callId: string; reviewerEmail: string; durationMs: number };
  client: { crmEntityId: string; input: { notes: string; insights: Record<string, string> } };
  webhook: { input: { url: string } };
  activity: { email: string; input: { kind: string; action?: string } };
}

export type DemoEventKind = keyof DemoEventFields;

/** One change of the organization, as input of a core operation. `at` is in milliseconds since 1970. */
export type DemoEvent<Kind extends DemoEventKind = DemoEventKind> = {
  [K in Kind]: { kind: K; at: number } & DemoEventFields[K];
}[Kind];
