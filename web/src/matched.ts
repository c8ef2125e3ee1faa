import { clock } from "./format.js";

const by = {
  explicit: "by the event id that came with the call",
  manual: "by hand",
  window: "by user and time",
};

/** How a recording found its appointment, as part of a sentence. `offset`: milliseconds from the appointment's start to the call. */
export const howMatched = ({
  method,
  offset,
}: {
  method: keyof typeof by;
  offset: number;
}): string =>
  `${by[method]}; the call began ${
    Math.abs(offset) < 30_000
      ? "at the start"
      : `${clock(Math.abs(offset))} ${offset < 0 ? "before" : "after"} the start`
  }`;
