import { type Bar, Bars } from "./bars.js";

const MOST = 20;

/** The longest bars of all, and how many are left out. `bars`: longest first. */
export const Chart = ({
  what,
  bars,
  end,
  tick,
}: {
  what: string;
  bars: Bar[];
  end: number;
  tick: (value: number) => string;
}) => (
  <figure>
    <Bars
      label={`Bar chart of ${what}; the table has the same numbers`}
      bars={bars.slice(0, MOST)}
      end={end}
      tick={tick}
    />
    {bars.length > MOST && (
      <figcaption class="muted small">
        The {MOST} highest of {bars.length}; the table has all.
      </figcaption>
    )}
  </figure>
);
