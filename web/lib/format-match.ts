import { formatClock } from "./format.js";

const methodTexts = {
  explicit: "automatically, by the call's event ID",
  manual: "manually",
  window: "automatically, by user and time",
};

/**
 * Formats how a recording was matched, and how early or late its call started. `offset`: milliseconds from the
 * appointment's start to the call.
 */
export const formatMatch = ({
  method,
  offset,
}: {
  method: keyof typeof methodTexts;
  offset: number;
}): string =>
  `${methodTexts[method]}; the call started ${
    Math.abs(offset) < 30_000
      ? "on time"
      : `${formatClock(Math.abs(offset))} ${offset < 0 ? "early" : "late"}`
  }`;
