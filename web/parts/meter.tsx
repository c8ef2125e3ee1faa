/** A share of 0 to 1 as a bar, beside a text that says the same. */
export const Meter = ({ of }: { of: number }) => (
  <svg class="meter" width="100%" height="8" aria-hidden="true" focusable="false">
    <rect class="track" width="100%" height="8" rx="4" />
    <rect class="fill" width={`${100 * Math.min(1, of)}%`} height="8" rx="4" />
  </svg>
);
