import { FigureChange } from "./figure-change.js";
import {
  countCalls,
  type FigureName,
  type FigureText,
  figureTexts,
  formatFigure,
  isOverFew,
  roundTo,
} from "../../lib/figure-texts.js";
import type { FigureTargets } from "../../lib/find-targets.js";
import { formatCount } from "../../lib/format.js";
import type { Figures } from "../../lib/week-figures.js";

/** The team's median of each figure; undefined where there is none. */
export type Middles = Partial<Record<FigureName, number>>;

/** Says how far a figure is from its target, and whether that is good; undefined if it says little. */
const compareWithTarget = (
  text: FigureText,
  figures: Figures,
  target: number,
  isRunning: boolean,
): { words: string; isMet: boolean } | undefined => {
  const value = text.valueOf(figures);
  if (value === undefined || isOverFew(text, figures)) return undefined;
  const by = roundTo(value, text.unit) - roundTo(target, text.unit);
  const isMet = text.isLimited ? by <= 0 : by >= 0;
  if (isMet) return { words: "reached", isMet };
  const difference = text.formatChange(Math.abs(by));
  if (!text.countOf && isRunning) return { words: `${difference} to go`, isMet };
  return { words: `${difference} ${by < 0 ? "below" : "above"}`, isMet };
};

const Target = ({
  text,
  figures,
  target,
  isRunning,
}: {
  text: FigureText;
  figures: Figures;
  target: number;
  isRunning: boolean;
}) => {
  const result = compareWithTarget(text, figures, target, isRunning);
  return (
    <span class="small">
      Target: {text.isLimited && "at most "}
      {text.format(target)}
      {result && (
        <>
          {" · "}
          <span class={result.isMet ? "good" : text.countOf || !isRunning ? "bad" : "muted"}>
            {result.words}
          </span>
        </>
      )}
    </span>
  );
};

/** Figures of a time beside those of the time before. */
export const FigureSummary = ({
  names,
  now,
  before,
  since,
  at = since,
  middles,
  targets,
  isRunning = true,
}: {
  names: readonly FigureName[];
  now: Figures;
  before: Figures;
  /** What the time before is called: "last week". */
  since: string;
  /** How its figures are marked, if not the same: "in the four weeks before". */
  at?: string;
  /** The team's medians, in the units of the figures. */
  middles?: Middles;
  /** What the figures should reach. */
  targets?: FigureTargets | undefined;
  /** Whether the time goes on: calls that are missing may still come. */
  isRunning?: boolean;
}) => (
  <dl class="tiles">
    {names.map((name) => {
      const text = figureTexts[name];
      const count = countCalls(text, now);
      const middle = middles?.[name];
      const target = targets?.[name];
      return (
        <div key={name} class="tile">
          <dt>{text.name}</dt>
          <dd>
            <strong class={isOverFew(text, now) ? "figure muted" : "figure"}>
              {formatFigure(text, now)}
            </strong>{" "}
            <FigureChange
              text={text}
              now={now}
              before={before}
              since={since}
              isRunning={isRunning}
            />
            <span class="muted small">
              {count !== undefined && `in ${formatCount(count, "call")} · `}
              {formatFigure(text, before)} {at}
            </span>
            {target !== undefined && (
              <Target text={text} figures={now} target={target} isRunning={isRunning} />
            )}
            {middle !== undefined && <span class="small">Team: {text.format(middle)}</span>}
          </dd>
        </div>
      );
    })}
  </dl>
);
