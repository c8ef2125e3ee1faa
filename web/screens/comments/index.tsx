import { Button, EmptyState, Moment, ProblemAlert, Screen, Skeleton } from "../../parts/index.js";
import { href, hrefAtTime, useFilters } from "../../lib/location.js";
import { useConnection } from "../../lib/use-connection.js";
import { useUsers } from "../../lib/use-users.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { CommentFilters, type CommentFilterValues, commentFilterNames } from "./comment-filters.js";
import { Comments as Operation, type CommentsQuery } from "./comments.graphql.js";
import { ThreadItem } from "./thread-item.js";
import { useThreads } from "./use-threads.js";

type Node = CommentsQuery["comments"]["nodes"][number];

const toFilter = ({ show, state, userEmail }: CommentFilterValues, viewer: string | undefined) => ({
  ...(show === "forMe" && viewer && { mentionedEmail: viewer }),
  ...(show === "mine" && viewer && { authorEmail: viewer }),
  ...(state !== "all" && { resolved: state === "resolved" }),
  ...(userEmail && { userEmail }),
});

/** The call and the moment that a comment is about. */
const Place = ({ comment: { recording, start, words } }: { comment: Node }) =>
  recording && (
    <p class="comment-place">
      <a
        href={
          start === null
            ? href("/recordings/:id", { id: recording.id })
            : hrefAtTime(recording.id, start)
        }
      >
        {recording.name}
      </a>
      <span class="muted">
        {recording.user.name}
        {start !== null && (
          <>
            {" · "}
            <Moment ms={start} />
          </>
        )}
        {words && ` · “${words.text}”`}
      </span>
    </p>
  );

/** The comments on all calls that one sees, the newest first. */
const Comments = () => {
  const [values, change] = useFilters(commentFilterNames);
  const users = useUsers();
  const filter = toFilter(values, useViewerEmail());
  const comments = useConnection(Operation, { filter }, (data) => data.comments);
  const { nodes } = comments;
  const { threads, refresh } = useThreads(comments);
  return (
    <Screen title="Comments">
      <CommentFilters values={values} users={users ?? {}} onChange={change} />
      <ProblemAlert problem={comments.problem} onRetry={comments.reload} />
      {!nodes && !comments.problem && <Skeleton rows={10} />}
      {nodes?.length === 0 && (
        <EmptyState title="No such comments">
          <p>
            Open a recording and choose <strong>Comment</strong> at the moment that you mean.
          </p>
        </EmptyState>
      )}
      {nodes && nodes.length > 0 && (
        <ul class="threads card">
          {threads.map((comment) => (
            <ThreadItem key={comment.id} thread={comment} onChanged={() => refresh(comment.id)}>
              <Place comment={comment} />
            </ThreadItem>
          ))}
        </ul>
      )}
      {comments.hasMore && (
        <Button isBusy={comments.isBusy} onClick={comments.loadMore}>
          Load more
        </Button>
      )}
    </Screen>
  );
};

export default Comments;
