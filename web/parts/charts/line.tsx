const WIDTH = 160;
const PADDING = 4;

interface Point {
  x: number;
  y: number;
}

/** Returns the runs of points between gaps. */
const splitRuns = (points: (Point | undefined)[]): Point[][] => {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)!.push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
};

const formatPath = (run: Point[]): string =>
  run.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join(" ");

/**
 * A line of a figure over time, from 0 to `end`, and one at its target; undefined values are gaps. `texts`: the values in words, which the
 * pointer shows. The label names all of them for screen readers.
 */
export const Line = ({
  values,
  texts,
  end,
  height,
  label,
  target,
}: {
  values: (number | undefined)[];
  texts: string[];
  end: number;
  height: number;
  label: string;
  target?: number | undefined;
}) => {
  const toY = (value: number): number =>
    Math.round(height - PADDING - (Math.min(value, end) / end) * (height - 2 * PADDING));
  const step = (WIDTH - 2 * PADDING) / Math.max(1, values.length - 1);
  const points = values.map((value, index): Point | undefined =>
    value === undefined
      ? undefined
      : {
          x: Math.round(PADDING + index * step),
          y: toY(value),
        },
  );
  const last = points.at(-1);
  return (
    <svg
      class="line-chart"
      role="img"
      aria-label={`${label}: ${texts.join(", ")}`}
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
    >
      <line x1="0" x2={WIDTH} y1={height - 1} y2={height - 1} />
      {target !== undefined && (
        <line class="target" x1="0" x2={WIDTH} y1={toY(target)} y2={toY(target)} />
      )}
      {splitRuns(points).map((run) => (
        <path key={run[0]!.x} d={formatPath(run)} />
      ))}
      {points.map(
        (point, index) =>
          point && (
            <circle key={point.x} cx={point.x} cy={point.y} r={point === last ? 3.5 : 2}>
              <title>{texts[index]}</title>
            </circle>
          ),
      )}
    </svg>
  );
};
