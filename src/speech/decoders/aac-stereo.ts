import type CPEElement from "aac/src/cpe.js";
import ICStream from "aac/src/ics.js";

const WINDOW_STEP = 128;

type UseBand = (band: number, start: number, end: number) => void;

/** Calls `use` for each band of each window, with its part of the spectrum. */
const visitBands = ({ info }: ICStream, use: UseBand): void => {
  const { groupCount, groupLength, maxSFB, swbOffsets } = info;
  let window = 0;
  for (let group = 0; group < groupCount; group += 1)
    for (let inGroup = 0; inGroup < groupLength[group]!; inGroup += 1, window += 1)
      for (let band = 0; band < maxSFB; band += 1)
        use(
          group * maxSFB + band,
          window * WINDOW_STEP + swbOffsets[band]!,
          window * WINDOW_STEP + swbOffsets[band + 1]!,
        );
};

/**
 * Restores left and right if the encoder has joined them: as sum and difference, or as one channel with an intensity.
 */
export const splitStereo = ({
  left,
  right,
  commonWindow,
  maskPresent,
  ms_used: joined,
}: CPEElement): void =>
  visitBands(right, (band, start, end) => {
    const type = right.bandTypes[band]!;
    if (type === ICStream.INTENSITY_BT || type === ICStream.INTENSITY_BT2) {
      const sign =
        (type === ICStream.INTENSITY_BT ? 1 : -1) * (maskPresent && joined[band] ? -1 : 1);
      const scale = sign * right.scaleFactors[band]!;
      for (let at = start; at < end; at += 1) right.data[at] = left.data[at]! * scale;
    } else if (
      commonWindow &&
      joined[band] &&
      type < ICStream.NOISE_BT &&
      left.bandTypes[band]! < ICStream.NOISE_BT
    )
      for (let at = start; at < end; at += 1) {
        const [sum, difference] = [left.data[at]!, right.data[at]!];
        left.data[at] = sum + difference;
        right.data[at] = sum - difference;
      }
  });
