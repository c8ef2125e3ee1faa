import { FigureChange } from "./figure-change.js";
import {
  countCalls,
  type FigureName,
  figureTexts,
  formatFigure,
  isOverFew,
} from "../../lib/figure-texts.js";
import { formatCount } from "../../lib/format.js";
import type { Figures } from "../../lib/week-figures.js";

/** The team's median of each figure; undefined where there is none. */
export type Middles = Partial<Record<FigureName, number>>;

/** Figures of a time beside those of the time before. */
export const FigureSummary = ({
  names,
  now,
  before,
  since,
  at = since,
  middles,
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
}) => (
  <dl class="tiles">
    {names.map((name) => {
      const text = figureTexts[name];
      const count = countCalls(text, now);
      const middle = middles?.[name];
      return (
        <div key={name} class="tile">
          <dt>{text.name}</dt>
          <dd>
            <strong class={isOverFew(text, now) ? "figure muted" : "figure"}>
              {formatFigure(text, now)}
            </strong>{" "}
            <FigureChange text={text} now={now} before={before} since={since} />
            <span class="muted small">
              {count !== undefined && `in ${formatCount(count, "call")} · `}
              {formatFigure(text, before)} {at}
            </span>
            {middle !== undefined && <span class="small">Team: {text.format(middle)}</span>}
          </dd>
        </div>
      );
    })}
  </dl>
);
