import type { Readable } from "node:stream";

/** The audio of a call. */
export interface CallAudio {
  /** Its file name, which tells the formats that the content doesn't. */
  name: string;
  /** Opens the bytes, at most once. */
  open: () => Readable;
}

/** Where the call ended up. */
export type CallOutcome =
  | { kind: "ingested"; recordingId: string }
  /** The call's recording is processed already. */
  | { kind: "unchanged" }
  /** No user has the call's number yet: debrief keeps the call. */
  | { kind: "waiting" }
  /** No repetition can help. `field`: a field of an upload, undefined where the whole call is refused. */
  | { kind: "refused"; field: string | undefined; reason: string }
  /** A later repetition may succeed. */
  | { kind: "busy"; reason: string };

/** Accepts calls that come from files. The same call again is never doubled. */
export interface CallSink {
  /** `fields`: those of an upload's form, as texts. @throws what isn't about this call, such as a full disk */
  send: (fields: Record<string, string>, audio: CallAudio | undefined) => Promise<CallOutcome>;
}

/** A refusal by the sender's own names of the fields. */
export const describeRefusal = (field: string | undefined, reason: string): string =>
  field === undefined ? reason : `${field} ${reason}`;
