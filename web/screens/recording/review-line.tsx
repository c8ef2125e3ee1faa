import { Button, ProblemAlert, Time } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { AddReview } from "./recording.graphql.js";
import type { Recording } from "./types.js";
import { useVisibleTime } from "./use-visible-time.js";

/** Says who has reviewed the call, and lets the viewer say so too. The time on the page is the review's duration. */
export const ReviewLine = ({
  recording: { id, reviews },
  reload,
}: {
  recording: Recording;
  reload: () => void;
}) => {
  const review = useMutation(AddReview);
  const readVisibleTime = useVisibleTime();
  const viewer = useViewerEmail();
  // The newest first.
  const latest = reviews.filter(
    ({ reviewer }, index) =>
      index === reviews.findIndex((other) => other.reviewer.email === reviewer.email),
  );
  const add = async (reviewerEmail: string): Promise<void> => {
    if (!(await review.run({ id, reviewerEmail, durationMs: readVisibleTime() }))) return;
    showToast("Marked as reviewed");
    reload();
  };
  return (
    <>
      <ProblemAlert problem={review.problem} />
      <div class="action-row">
        <p class="muted small">
          {latest.length === 0 && "Nobody has reviewed this call yet."}
          {latest.map(({ reviewer, reviewedAt }, index) => (
            <span key={reviewer.email}>
              {index > 0 && ", "}
              {index === 0 && "Reviewed by "}
              {reviewer.name} (<Time at={reviewedAt} isDayOnly />)
            </span>
          ))}
        </p>
        {viewer !== undefined && (
          <Button icon="check" isBusy={review.isBusy} onClick={() => void add(viewer)}>
            Mark as reviewed
          </Button>
        )}
      </div>
    </>
  );
};
