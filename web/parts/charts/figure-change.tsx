import { type FigureText, isOverFew, roundTo } from "../../lib/figure-texts.js";
import type { Figures } from "../../lib/week-figures.js";
import { Change } from "./change.js";

/**
 * How a figure differs from an earlier one, as both are written. Nothing if one of them is missing, or both are written
 * alike, or a count is lower in a time that goes on. An average of few calls is neither good nor bad.
 */
export const FigureChange = ({
  text,
  now,
  before,
  since,
  isRunning = false,
}: {
  text: FigureText;
  now: Figures;
  before: Figures;
  since: string;
  /** Whether the time of `now` goes on. */
  isRunning?: boolean;
}) => {
  const [value, earlier] = [text.valueOf(now), text.valueOf(before)];
  if (value === undefined || earlier === undefined) return null;
  const by = roundTo(value, text.unit) - roundTo(earlier, text.unit);
  if (isRunning && !text.countOf && by < 0) return null;
  const isFew = isOverFew(text, now) || isOverFew(text, before);
  return (
    <Change
      by={by}
      text={text.formatChange(Math.abs(by))}
      isGood={isFew ? undefined : text.isMoreBetter && by > 0}
      since={since}
    />
  );
};
