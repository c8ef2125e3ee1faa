import { Button, ProblemAlert, Time } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { AddReview, RecordingReviewers } from "./recording.graphql.js";
import { useVisibleTime } from "./use-visible-time.js";

/** How many reviewers are named; others are counted. */
const SHOWN_REVIEWERS = 3;

/**
 * Says who has reviewed the call, and lets the viewer say that they have. The time on the page is the review's duration.
 */
export const ReviewLine = ({
  id,
}: {
  /** The recording's. */
  id: string;
}) => {
  const review = useMutation(AddReview);
  const readVisibleTime = useVisibleTime();
  const viewer = useViewerEmail();
  const { data, reload } = useQuery(RecordingReviewers, { id });
  const reviewers = data?.recording?.reviewers ?? [];
  const add = async (reviewerEmail: string): Promise<void> => {
    if (await review.run({ id, reviewerEmail, durationMs: readVisibleTime() })) reload();
  };
  const more = reviewers.length - SHOWN_REVIEWERS;
  return (
    <>
      <ProblemAlert problem={review.problem} />
      <div role="status" class="muted small">
        {reviewers.slice(0, SHOWN_REVIEWERS).map(({ user, lastAt }) => (
          <p key={user.email}>
            Reviewed by {user.email === viewer ? "you" : user.name} on{" "}
            <Time at={lastAt} isDayOnly />
          </p>
        ))}
        {more > 0 && <p>and by {more} more</p>}
      </div>
      {data && viewer !== undefined && !reviewers.some(({ user }) => user.email === viewer) && (
        <div class="thread-actions">
          <Button icon="check" isBusy={review.isBusy} onClick={() => void add(viewer)}>
            Mark as reviewed
          </Button>
        </div>
      )}
    </>
  );
};
