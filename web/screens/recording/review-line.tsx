import { useState } from "preact/hooks";
import { Button, ProblemAlert } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { AddReview } from "./recording.graphql.js";
import { useVisibleTime } from "./use-visible-time.js";

/** Lets the viewer say that they have listened to the call. The time on the page is the review's duration. */
export const ReviewLine = ({
  id,
}: {
  /** The recording's. */
  id: string;
}) => {
  const review = useMutation(AddReview);
  const readVisibleTime = useVisibleTime();
  const viewer = useViewerEmail();
  const [isReviewed, setReviewed] = useState(false);
  const add = async (reviewerEmail: string): Promise<void> => {
    if (await review.run({ id, reviewerEmail, durationMs: readVisibleTime() })) setReviewed(true);
  };
  return (
    <>
      <ProblemAlert problem={review.problem} />
      {isReviewed && (
        <p role="status" class="muted small">
          Marked as reviewed. It counts in the statistics.
        </p>
      )}
      {!isReviewed && viewer !== undefined && (
        <div class="thread-actions">
          <Button icon="check" isBusy={review.isBusy} onClick={() => void add(viewer)}>
            Mark as reviewed
          </Button>
        </div>
      )}
    </>
  );
};
