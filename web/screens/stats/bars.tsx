/** A bar: its name, its value, and the value as text. */
export interface Bar {
  id: string;
  name: string;
  value: number;
  text: string;
}

const HALF_WIDTH = "50%";

// Names are outside the SVG, where text can wrap.
const BarRow = ({ bar, share }: { bar: Bar; share: number }) => (
  <div class="bar-row">
    <span>{bar.name}</span>
    <span class="value">{bar.text}</span>
    <svg width="100%" height="10" focusable="false">
      <rect class="track" width="100%" height="10" rx="2" />
      <rect class="fill" width={`${100 * share}%`} height="10" rx="2" />
      <line x1={HALF_WIDTH} x2={HALF_WIDTH} y2="10" />
    </svg>
  </div>
);

/** A bar chart from 0 to `end`. The table beside it has the same numbers. */
export const Bars = ({
  label,
  bars,
  end,
  formatTick,
}: {
  label: string;
  bars: Bar[];
  end: number;
  /** Formats a value on the axis. */
  formatTick: (value: number) => string;
}) => (
  <div class="bars" role="img" aria-label={label}>
    {bars.map((bar) => (
      <BarRow key={bar.id} bar={bar} share={Math.min(1, bar.value / end)} />
    ))}
    <div class="axis">
      {[0, end / 2, end].map((value) => (
        <span key={value}>{formatTick(value)}</span>
      ))}
    </div>
  </div>
);
