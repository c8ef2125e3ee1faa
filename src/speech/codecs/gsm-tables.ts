// The tables of ETSI EN 300 961 (GSM 06.10).

/** Bits of the coded log area ratios. */
export const LAR_BITS = [6, 6, 5, 5, 4, 4, 3, 3];
/** Table 4.1: the smallest coded value, the offset and the inverse factor of each log area ratio. */
export const LAR_MINIMUM = [-32, -32, -16, -16, -8, -8, -4, -4];
export const LAR_OFFSET = [0, 0, 2048, -2560, 94, -1792, -341, -1144];
export const LAR_INVERSE = [13_107, 13_107, 13_107, 13_107, 19_223, 17_476, 31_454, 29_708];
/** Table 4.3b: the gains of the long-term predictor. */
export const LONG_TERM_GAINS = [3277, 11_469, 21_299, 32_767];
/** Table 4.6: the mantissas of the residual's scale. */
export const RESIDUAL_FACTORS = [18_431, 20_479, 22_527, 24_575, 26_623, 28_671, 30_719, 32_767];
