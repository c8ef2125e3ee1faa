import { useMemo } from "preact/hooks";

const HEIGHT = 40;
const GAP = 2;
/** A line is visible where there is no sound. */
const MIN_BAR = 1;
/** The loudest sound fills the height, unless it is quieter than this: noise would look like talk. */
const MIN_SCALE = 48;

type Channels = readonly Uint8Array[];

const findScale = (channels: Channels): number =>
  channels.reduce(
    (most, peaks) => peaks.reduce((loudest, peak) => Math.max(loudest, peak), most),
    MIN_SCALE,
  );

/** Draws the first columns of each channel as bars around its middle line. */
const drawBars = (channels: Channels, columns: number, scale: number): string => {
  const height = HEIGHT / channels.length;
  let path = "";
  for (const [channel, peaks] of channels.entries())
    for (let column = 0; column < columns; column++) {
      const bar = Math.max(MIN_BAR, ((peaks[column] ?? 0) / scale) * (height - GAP));
      path += `M${column} ${channel * height + (height - bar) / 2}h.7v${bar}h-.7z`;
    }
  return path;
};

/** Shows how loud each channel is, one above the other. What has been played has another colour. */
export const Waveform = ({
  channels,
  playedShare,
}: {
  channels: Channels;
  /** From 0 to 1. */
  playedShare: number;
}) => {
  const columns = channels[0]!.length;
  const scale = useMemo(() => findScale(channels), [channels]);
  const whole = useMemo(() => drawBars(channels, columns, scale), [channels, columns, scale]);
  return (
    <svg
      class="waveform"
      viewBox={`0 0 ${columns} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={whole} />
      <path class="played" d={drawBars(channels, Math.round(playedShare * columns), scale)} />
    </svg>
  );
};
