import { useMemo } from "preact/hooks";

const HEIGHT = 40;
/** A line is visible where there is no sound. */
const MIN_BAR = 1;
const FULL_SCALE = 255;

/** Draws a channel's bars around its middle line, from a column to another. */
const drawBars = (
  peaks: Uint8Array,
  from: number,
  to: number,
  channelHeight: number,
  top: number,
): string => {
  let path = "";
  for (let column = from; column < to; column++) {
    const height = Math.max(MIN_BAR, ((peaks[column] ?? 0) / FULL_SCALE) * channelHeight);
    path += `M${column} ${top + (channelHeight - height) / 2}h.7v${height}h-.7z`;
  }
  return path;
};

/** Shows how loud each channel is, one above the other. What has been played has another colour. */
export const Waveform = ({
  channels,
  playedShare,
}: {
  channels: readonly Uint8Array[];
  /** From 0 to 1. */
  playedShare: number;
}) => {
  const columns = channels[0]!.length;
  const played = Math.round(playedShare * columns);
  const draw = (from: number, to: number): string =>
    channels
      .map((peaks, channel) => {
        const height = HEIGHT / channels.length;
        return drawBars(peaks, from, to, height - 2, channel * height + 1);
      })
      .join("");
  const whole = useMemo(() => draw(0, columns), [channels]);
  return (
    <svg
      class="waveform"
      viewBox={`0 0 ${columns} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={whole} />
      <path class="played" d={draw(0, played)} />
    </svg>
  );
};
