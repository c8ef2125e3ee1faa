/** The 97.5 % quantile of Student's t distribution by degrees of freedom; 2 above 30. */
const QUANTILES = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12,
  2.11, 2.1, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04,
];

/** Returns the geometric mean of ratios of single rounds, and its 95 % interval. */
export const computeInterval = (
  ratios: readonly number[],
): { ratio: number; low: number; high: number } => {
  const logs = ratios.map((ratio) => Math.log(ratio));
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const squares = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = Math.sqrt(squares / (logs.length - 1) / logs.length);
  const reach = (QUANTILES[logs.length - 2] ?? 2) * error;
  return { ratio: Math.exp(mean), low: Math.exp(mean - reach), high: Math.exp(mean + reach) };
};
