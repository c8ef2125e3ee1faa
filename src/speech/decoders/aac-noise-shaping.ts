import type ICStream from "aac/src/ics.js";

const WINDOW_STEP = 128;

/** Converts reflection coefficients to those of a filter over past samples. */
const toFilter = (reflections: Float32Array, order: number): Float32Array => {
  const filter = new Float32Array(order);
  for (let at = 0; at < order; at += 1) {
    const reflection = -reflections[at]!;
    filter[at] = reflection;
    for (let low = 0, high = at - 1; low <= high; low += 1, high -= 1) {
      const [first, second] = [filter[low]!, filter[high]!];
      filter[low] = first + reflection * second;
      filter[high] = second + reflection * first;
    }
  }
  return filter;
};

/** Filters the spectrum of a channel, which shapes its noise in time. */
export const shapeNoise = ({ info, tns, data }: ICStream): void => {
  const { windowCount, swbCount, swbOffsets, maxSFB } = info;
  const lastBand = Math.min(tns.maxBands, maxSFB);
  for (let window = 0; window < windowCount; window += 1) {
    let bottom = swbCount;
    for (let number = 0; number < tns.nFilt[window]!; number += 1) {
      const top = bottom;
      bottom = Math.max(0, top - tns.length[window]![number]!);
      const order = tns.order[window]![number]!;
      const start = swbOffsets[Math.min(bottom, lastBand)]!;
      const end = swbOffsets[Math.min(top, lastBand)]!;
      if (order === 0 || end <= start) continue;
      const filter = toFilter(tns.coef[window]![number]!, order);
      const step = tns.direction[window]![number] ? -1 : 1;
      let at = window * WINDOW_STEP + (step < 0 ? end - 1 : start);
      for (let done = 0; done < end - start; done += 1, at += step)
        for (let past = 1; past <= Math.min(done, order); past += 1)
          data[at]! -= data[at - past * step]! * filter[past - 1]!;
    }
  }
};
