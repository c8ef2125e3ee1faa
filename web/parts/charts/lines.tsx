const WIDTH = 720;
const HEIGHT = 200;
const PADDING = 8;

/** A point of a line, or undefined for a gap. */
interface LineValue {
  value: number;
  /** The value in words, which the pointer shows. */
  text: string;
  /** It says little, and is drawn pale. */
  isFew: boolean;
}

export interface ChartLine {
  id: string;
  /** The class of its colour and dashes. */
  style: string;
  values: (LineValue | undefined)[];
}

interface Point extends LineValue {
  x: number;
  y: number;
}

const toY = (value: number, end: number): number =>
  Math.round(HEIGHT - PADDING - (Math.min(value, end) / end) * (HEIGHT - 2 * PADDING));

const placePoints = ({ values }: ChartLine, end: number): (Point | undefined)[] => {
  const step = (WIDTH - 2 * PADDING) / Math.max(1, values.length - 1);
  return values.map(
    (each, index) =>
      each && {
        ...each,
        x: Math.round(PADDING + index * step),
        y: toY(each.value, end),
      },
  );
};

/** Draws a line through the points, with gaps where there are none. */
const formatPath = (points: readonly (Point | undefined)[]): string =>
  points
    .map((point, index) => point && `${points[index - 1] ? "L" : "M"}${point.x} ${point.y}`)
    .filter(Boolean)
    .join(" ");

const GRID = [0, 0.5, 1];

/** Lines over the same intervals, from 0 to `end`. A table beside it has the numbers for screen readers. */
export const Lines = ({
  lines,
  end,
  label,
  formatValue,
  target,
  first,
  last,
  isBusy,
}: {
  lines: ChartLine[];
  end: number;
  label: string;
  /** Writes a value at the grid. */
  formatValue: (value: number) => string;
  /** Where a dashed line is. */
  target?: number | undefined;
  /** What is written at the beginning and at the end of the time. */
  first: string;
  last: string;
  isBusy: boolean;
}) => (
  <div class="lines-chart" aria-busy={isBusy}>
    <div class="values" aria-hidden="true">
      {GRID.map((share) => (
        <span key={share}>{formatValue(end * (1 - share))}</span>
      ))}
    </div>
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {GRID.map((share) => (
        <line
          key={share}
          x1="0"
          x2={WIDTH}
          y1={PADDING + share * (HEIGHT - 2 * PADDING)}
          y2={PADDING + share * (HEIGHT - 2 * PADDING)}
        />
      ))}
      {target !== undefined && (
        <line class="target" x1="0" x2={WIDTH} y1={toY(target, end)} y2={toY(target, end)} />
      )}
      {lines.map((line) => {
        const points = placePoints(line, end);
        return (
          <g key={line.id} class={line.style}>
            <path class="line" d={formatPath(points)} />
            {points.map(
              (point) =>
                point && (
                  // A line without length is a dot that keeps its shape, however wide the chart is.
                  <path
                    key={point.x}
                    class={point.isFew ? "point few" : "point"}
                    d={`M${point.x} ${point.y}h0.01`}
                  >
                    <title>{point.text}</title>
                  </path>
                ),
            )}
          </g>
        );
      })}
    </svg>
    <div class="times" aria-hidden="true">
      <span>{first}</span>
      <span>{last}</span>
    </div>
  </div>
);
