import type { Readable } from "node:stream";
import type { Notice } from "../../../db/recordings/notices.js";

/** The audio of a call. */
export interface CallAudio {
  /** The file name, for formats that the content doesn't identify. */
  name: string;
  /** Opens the bytes, at most once. */
  open: () => Readable;
}

/** Where the call ended up. */
export type CallOutcome =
  /** `notices`: what was repaired or left out in the transcript. A sink over HTTP doesn't receive them. */
  | { kind: "ingested"; recordingId: string; notices?: readonly Notice[] | undefined }
  /** The call's recording is already processed. */
  | { kind: "unchanged" }
  /** The call's number is unassigned: debrief holds the call. */
  | { kind: "waiting" }
  /** Sending the call again can't help. `field`: an upload field; undefined if the whole call is refused. */
  | { kind: "refused"; field: string | undefined; reason: string }
  /** Sending the call again later may succeed. */
  | { kind: "busy"; reason: string };

/** Accepts calls that come from files. Sending the same call again creates no duplicate. */
export interface CallSink {
  /**
   * `fields`: the fields of the upload form, as texts. @throws errors that don't concern this call, such as a full disk
   */
  send: (fields: Record<string, string>, audio: CallAudio | undefined) => Promise<CallOutcome>;
}

/** A refusal with the sender's own field names. */
export const describeRefusal = (field: string | undefined, reason: string): string =>
  field === undefined ? reason : `${field} ${reason}`;
