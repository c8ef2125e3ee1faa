import type { ComponentChildren, RefObject } from "preact";
import { Button, ProblemAlert, Section } from "../../parts/index.js";
import type { ConnectionState } from "../../lib/use-connection.js";
import { ThreadItem } from "../comments/thread-item.js";
import type { Thread } from "../comments/types.js";
import { Quote } from "./quote.js";

type Player = RefObject<HTMLMediaElement | null> | undefined;

const Threads = ({
  threads,
  player,
  onChanged,
}: {
  threads: readonly Thread[];
  player: Player;
  /** Receives the thread's id. */
  onChanged: (id: string) => void;
}) => (
  <ul class="threads">
    {threads.map((thread) => (
      <ThreadItem key={thread.id} thread={thread} onChanged={() => onChanged(thread.id)}>
        {thread.start !== null && (
          <Quote start={thread.start} text={thread.words?.text} player={player} />
        )}
      </ThreadItem>
    ))}
  </ul>
);

/** What people wrote about the call: open comments, and those that are resolved behind a line. */
export const CommentsSection = ({
  comments,
  threads,
  refresh,
  player,
  onComment,
  children,
}: {
  comments: ConnectionState<Thread>;
  /** The comments as they are now. */
  threads: readonly Thread[];
  /** Loads a thread again, by its id. */
  refresh: (id: string) => void;
  /** Set if there is media. */
  player: Player;
  onComment: () => void;
  /** Shown below the comments. */
  children: ComponentChildren;
}) => {
  // As they were loaded: one that is resolved now stays where it is.
  const wasResolved = new Set(
    (comments.nodes ?? []).filter(({ resolvedAt }) => resolvedAt !== null).map(({ id }) => id),
  );
  const [open, resolved] = [
    threads.filter(({ id }) => !wasResolved.has(id)),
    threads.filter(({ id }) => wasResolved.has(id)),
  ];
  const shared = { player, onChanged: refresh };
  return (
    <Section title="Comments" actions={<Button onClick={onComment}>Comment</Button>}>
      <ProblemAlert problem={comments.problem} onRetry={comments.reload} />
      {comments.nodes && threads.length === 0 && (
        <p class="muted">
          No comments yet.{" "}
          {player
            ? "Play the call to the moment that you mean"
            : "Select words of one line of the transcript"}
          , and press <kbd>c</kbd>.
        </p>
      )}
      {open.length > 0 && <Threads threads={open} {...shared} />}
      {resolved.length > 0 && (
        <details>
          <summary>{resolved.length} resolved</summary>
          <Threads threads={resolved} {...shared} />
        </details>
      )}
      {comments.hasMore && (
        <Button isBusy={comments.isBusy} onClick={comments.loadMore}>
          Load more
        </Button>
      )}
      {children}
    </Section>
  );
};
