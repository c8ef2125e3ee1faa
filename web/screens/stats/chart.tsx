import { type Bar, Bars } from "./bars.js";

const MAX_BARS = 20;

/** A chart of the longest bars, and the number of all bars. `bars` come longest first. */
export const Chart = ({
  title,
  bars,
  end,
  formatTick,
}: {
  title: string;
  bars: Bar[];
  end: number;
  formatTick: (value: number) => string;
}) => (
  <figure>
    <Bars
      label={`Bar chart: ${title}. The table has the same numbers.`}
      bars={bars.slice(0, MAX_BARS)}
      end={end}
      formatTick={formatTick}
    />
    {bars.length > MAX_BARS && (
      <figcaption class="muted small">
        The {MAX_BARS} highest of {bars.length}. The table has all.
      </figcaption>
    )}
  </figure>
);
