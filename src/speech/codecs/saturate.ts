/** Limits a number to 16 bits. */
export const saturate = (value: number): number =>
  value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;

/** Multiplies two fractions of 15 bits, rounded. */
export const multiplyRounded = (one: number, other: number): number =>
  saturate((one * other + 16_384) >> 15);
