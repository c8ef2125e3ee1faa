const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const times = [
  ...[1, 2, 4, 10, 20, 40].map((seconds) => seconds * SECOND),
  ...[1, 2, 4, 10, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 6, 10, 20, 40].map((hours) => hours * HOUR),
];

/** The end of an axis that begins at 0: round, and so is the half of it. */
export const axisEnd = (most: number, isTime = false): number => {
  const time = isTime && times.find((value) => value >= most);
  if (time) return time;
  if (most <= 0) return 2;
  const unit = isTime ? HOUR : 1;
  const power = 10 ** Math.floor(Math.log10(most / unit));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power * unit).find((end) => end >= most)!;
};
