/** A placeholder for content that is loading. */
export const Skeleton = ({ rows = 4 }: { rows?: number }) => (
  <div class="skeleton card" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} />
    ))}
  </div>
);
