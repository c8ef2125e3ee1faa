import { printRows } from "./print-rows.js";

/** What came in by a channel in the last 30 days. */
export interface SourceActivity {
  channel: string;
  title: string;
  kind: string;
  lastReceivedAt: string | null;
  lastRecording: { id: string } | null;
  /** Null for uploads, which the log doesn't have. */
  ingested: number | null;
  ignored: number | null;
  refused: number | null;
  waitingCalls: number;
  /** Of uploads: at any time. */
  noticedCalls: number;
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
  ingested ignored refused waitingCalls noticedCalls lastFailure { at code message inboundCallId replayable }`;

const HEADER = [
  "channel",
  "last received",
  "ingested",
  "ignored",
  "refused",
  "waiting",
  "with notices",
  "last recording",
  "last failure",
];

const formatFailure = (failure: SourceActivity["lastFailure"]): string =>
  failure ? [failure.at, failure.code, failure.message].filter(Boolean).join(" ") : "none";

const isLogged = ({ ingested }: SourceActivity): boolean => ingested !== null;

const formatCount = (count: number | null): string => (count === null ? "-" : String(count));

export const printSourceActivity = (sources: readonly SourceActivity[]): void =>
  printRows([
    HEADER,
    ...sources.map((source) => [
      source.channel,
      source.lastReceivedAt ?? (isLogged(source) ? "nothing" : "-"),
      formatCount(source.ingested),
      formatCount(source.ignored),
      formatCount(source.refused),
      String(source.waitingCalls),
      String(source.noticedCalls),
      source.lastRecording?.id ?? (isLogged(source) ? "none" : "-"),
      isLogged(source) ? formatFailure(source.lastFailure) : "-",
    ]),
  ]);
