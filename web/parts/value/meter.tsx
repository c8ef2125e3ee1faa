/** Shows a ratio (0 to 1) as a decorative bar. The text beside it carries the meaning. */
export const Meter = ({ ratio }: { ratio: number }) => (
  <svg class="meter" width="100%" height="8" aria-hidden="true" focusable="false">
    <rect class="track" width="100%" height="8" rx="4" />
    <rect class="fill" width={`${100 * Math.min(1, ratio)}%`} height="8" rx="4" />
  </svg>
);
