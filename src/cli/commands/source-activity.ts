import { printRows } from "./print-rows.js";

/** What came in by a channel in the last 30 days. */
export interface SourceActivity {
  channel: string;
  title: string;
  kind: string;
  lastReceivedAt: string | null;
  lastRecording: { id: string } | null;
  ingested: number;
  ignored: number;
  refused: number;
  waitingCalls: number;
  lastFailure: {
    at: string;
    code: string | null;
    message: string | null;
    inboundCallId: string;
    replayable: boolean;
  } | null;
}

/** The selected fields of a source. */
export const SOURCE_FIELDS = `channel title kind lastReceivedAt lastRecording { id }
  ingested ignored refused waitingCalls lastFailure { at code message inboundCallId replayable }`;

const HEADER = [
  "channel",
  "last received",
  "ingested",
  "ignored",
  "refused",
  "waiting",
  "last recording",
  "last failure",
];

const formatFailure = (failure: SourceActivity["lastFailure"]): string =>
  failure ? [failure.at, failure.code, failure.message].filter(Boolean).join(" ") : "none";

export const printSourceActivity = (sources: readonly SourceActivity[]): void =>
  printRows([
    HEADER,
    ...sources.map((source) => [
      source.channel,
      source.lastReceivedAt ?? "nothing",
      String(source.ingested),
      String(source.ignored),
      String(source.refused),
      String(source.waitingCalls),
      source.lastRecording?.id ?? "none",
      formatFailure(source.lastFailure),
    ]),
  ]);
