// The tables of ITU-T G.722 (11/88).

/** The quantizer of the low band with 6 bits, and its four upper bits. */
export const LOW_LEVELS_6 = [
  -136, -136, -136, -136, -24_808, -21_904, -19_008, -16_704, -14_984, -13_512, -12_280, -11_192,
  -10_232, -9360, -8576, -7856, -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576, -3168,
  -2776, -2400, -2032, -1688, -1360, -1040, -728, 24_808, 21_904, 19_008, 16_704, 14_984, 13_512,
  12_280, 11_192, 10_232, 9360, 8576, 7856, 7192, 6576, 6000, 5456, 4944, 4464, 4008, 3576, 3168,
  2776, 2400, 2032, 1688, 1360, 1040, 728, 432, 136, -432, -136,
];
export const LOW_LEVELS_4 = [
  0, -20_456, -12_896, -8968, -6288, -4240, -2584, -1200, 20_456, 12_896, 8968, 6288, 4240, 2584,
  1200, 0,
];
export const HIGH_LEVELS = [-7408, -1616, 7408, 1616];

/** How much the logarithm of a band's scale changes after each code. */
const LOW_STEPS = [-60, -30, 58, 172, 334, 538, 1198, 3042];
export const LOW_SCALE_STEPS = [0, 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 0].map(
  (step) => LOW_STEPS[step]!,
);
export const HIGH_SCALE_STEPS = [798, -214, 798, -214];

/** Powers of two between 1 and 2, in 32 steps: 2,048 is 1. */
export const POWERS_OF_TWO = [
  2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834,
  2896, 2960, 3025, 3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008,
];

/** Every second coefficient of the filter that joins the bands; the others mirror them. */
export const JOIN_FILTER = [3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11];
