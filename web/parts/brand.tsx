/** The product name with its mark. */
export const Brand = () => (
  <>
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="M8 14v4M13.3 10v12M18.7 7v18M24 13v6" />
    </svg>
    debrief
  </>
);
