/** One bar: its name, how long it is, and the same as text. */
export interface Bar {
  id: string;
  name: string;
  value: number;
  text: string;
}

const HALF = "50%";

// Names are outside of the picture: in it they could not wrap.
const Row = ({ of, share }: { of: Bar; share: number }) => (
  <div class="bar-row">
    <span>{of.name}</span>
    <span class="value">{of.text}</span>
    <svg width="100%" height="10" focusable="false">
      <rect class="track" width="100%" height="10" rx="2" />
      <rect class="fill" width={`${100 * share}%`} height="10" rx="2" />
      <line x1={HALF} x2={HALF} y2="10" />
    </svg>
  </div>
);

/** A bar chart from 0 to `end`; nothing in it but what the table beside it says. */
export const Bars = ({
  label,
  bars,
  end,
  tick,
}: {
  label: string;
  bars: Bar[];
  end: number;
  /** The text of a value at the axis. */
  tick: (value: number) => string;
}) => (
  <div class="bars" role="img" aria-label={label}>
    {bars.map((bar) => (
      <Row key={bar.id} of={bar} share={Math.min(1, bar.value / end)} />
    ))}
    <div class="axis">
      {[0, end / 2, end].map((value) => (
        <span key={value}>{tick(value)}</span>
      ))}
    </div>
  </div>
);
