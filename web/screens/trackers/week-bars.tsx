const BAR_WIDTH = 8;
const STEP = 10;
const HEIGHT = 24;
const MIN_HEIGHT = 3;

/** Shows the calls of each week as bars, the oldest first. */
export const WeekBars = ({ counts }: { counts: readonly number[] }) => {
  const most = Math.max(...counts);
  return (
    <svg
      class="week-bars"
      width={counts.length * STEP}
      height={HEIGHT}
      role="img"
      aria-label={`Calls by week, the oldest first: ${counts.join(", ")}`}
    >
      {counts.map((count, week) => {
        const height = count === 0 ? 1 : Math.max(MIN_HEIGHT, (HEIGHT * count) / most);
        return (
          <rect
            // The weeks have no other names.
            // oxlint-disable-next-line react/no-array-index-key
            key={week}
            class={count === 0 ? "track" : "fill"}
            x={week * STEP}
            y={HEIGHT - height}
            width={BAR_WIDTH}
            height={height}
            rx="1"
          />
        );
      })}
    </svg>
  );
};
