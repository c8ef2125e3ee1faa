import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button, Form, ProblemAlert, StatusBadge, TextArea } from "../../parts/index.js";
import { showToast, showUndo } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { CommentText } from "./comment-text.js";
import { ReplyToComment, ResolveComment, ShareComment } from "./comments.graphql.js";
import type { Thread } from "./types.js";

const ReplyForm = ({ id, onDone }: { id: string; onDone: (isSent: boolean) => void }) => {
  const reply = useMutation(ReplyToComment);
  const submit = async (text: string): Promise<void> => {
    if (await reply.run({ id, input: { text } })) onDone(true);
  };
  return (
    <Form mutation={reply} isFocused onSubmit={(values) => void submit(values.get("text"))}>
      <TextArea label="Reply" name="text" rows={3} required />
      <div class="actions">
        <Button onClick={() => onDone(false)}>Cancel</Button>
        <Button type="submit" kind="main" isBusy={reply.isBusy}>
          Reply
        </Button>
      </div>
    </Form>
  );
};

/** A comment with its replies, and what one can do with it. `children`: where it belongs. */
export const ThreadItem = ({
  thread,
  onChanged,
  children,
}: {
  thread: Thread;
  onChanged: () => void;
  children: ComponentChildren;
}) => {
  const { id, author, isPrivate, replies, resolvedAt, resolvedBy } = thread;
  const [isReplying, setReplying] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const resolve = useMutation(ResolveComment);
  const share = useMutation(ShareComment);
  const isOwn = useViewerEmail() === author.email;
  const setResolved = async (resolved: boolean): Promise<void> => {
    if (!(await resolve.run({ id, resolved }))) return;
    // Not after "Open again": who resolved it, and when, can't be restored.
    if (resolved) showUndo("Comment resolved", ResolveComment, { id, resolved: false }, onChanged);
    onChanged();
  };
  const show = async (): Promise<void> => {
    if (!(await share.run({ id }))) return;
    showToast("All who see the call see the comment now");
    onChanged();
  };
  return (
    <li class="thread" ref={item} tabIndex={-1}>
      {children}
      <CommentText comment={thread} onChanged={onChanged} />
      {isPrivate && <StatusBadge status="inactive" text="only its author and admins see it" />}
      {replies.length > 0 && (
        <ul aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentText comment={reply} isReply onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
      {resolvedAt && <p class="muted small">Resolved{resolvedBy && ` by ${resolvedBy.name}`}.</p>}
      <ProblemAlert problem={resolve.problem ?? share.problem} />
      {isReplying ? (
        <ReplyForm
          id={id}
          onDone={(isSent) => {
            setReplying(false);
            // The focused button disappears.
            item.current?.focus();
            if (isSent) onChanged();
          }}
        />
      ) : (
        <div class="thread-actions">
          <Button onClick={() => setReplying(true)}>Reply</Button>
          <Button isBusy={resolve.isBusy} onClick={() => void setResolved(!resolvedAt)}>
            {resolvedAt ? "Open again" : "Resolve"}
          </Button>
          {isPrivate && isOwn && (
            <Button isBusy={share.isBusy} onClick={() => void show()}>
              Share
            </Button>
          )}
        </div>
      )}
    </li>
  );
};
