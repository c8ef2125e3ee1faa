import { useRef, useState } from "preact/hooks";
import { Button, Confirm, Form, TextArea, Time } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { DeleteComment, EditComment } from "./comments.graphql.js";
import type { Comment } from "./types.js";

const EditForm = ({
  comment: { id, text },
  onDone,
}: {
  comment: Comment;
  /** Receives whether the text has changed. */
  onDone: (isChanged: boolean) => void;
}) => {
  const edit = useMutation(EditComment);
  const submit = async (changed: string): Promise<void> => {
    if (await edit.run({ id, text: changed })) onDone(true);
  };
  return (
    <Form mutation={edit} isFocused onSubmit={(values) => void submit(values.get("text"))}>
      <TextArea label="Your comment" name="text" rows={3} required defaultValue={text} />
      <div class="actions">
        <Button onClick={() => onDone(false)}>Cancel</Button>
        <Button type="submit" kind="main" isBusy={edit.isBusy}>
          Save
        </Button>
      </div>
    </Form>
  );
};

const DeleteDialog = ({
  comment: { id },
  isReply,
  onClose,
  onDone,
}: {
  comment: Comment;
  isReply: boolean;
  onClose: () => void;
  onDone: () => void;
}) => {
  const remove = useMutation(DeleteComment);
  const confirm = async (): Promise<void> => {
    if (!(await remove.run({ id }))) return;
    showToast(isReply ? "Reply deleted" : "Comment deleted");
    onDone();
  };
  return (
    <Confirm
      title={isReply ? "Delete this reply?" : "Delete this comment?"}
      action="Delete"
      mutation={remove}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{isReply ? "" : "Its replies are deleted too. "}This can’t be undone.</p>
    </Confirm>
  );
};

/** Who wrote a comment or a reply, when, and its text. Authors change and delete their own. */
export const CommentText = ({
  comment,
  isReply = false,
  onChanged,
}: {
  comment: Comment;
  isReply?: boolean;
  onChanged: () => void;
}) => {
  const { author, createdAt, editedAt, text, mentions } = comment;
  const [open, setOpen] = useState<"edit" | "delete">();
  const isOwn = useViewerEmail() === author.email;
  const isAdmin = useIsAdmin();
  const item = useRef<HTMLDivElement>(null);
  const finish = (isChanged: boolean): void => {
    setOpen(undefined);
    // The focused button disappears.
    item.current?.focus();
    if (isChanged) onChanged();
  };
  return (
    <div class="comment" ref={item} tabIndex={-1}>
      <p class="comment-head">
        <strong>{author.name}</strong>
        {mentions.length > 0 && <span>for {mentions.map(({ name }) => name).join(", ")}</span>}
        <span class="muted">
          <Time at={createdAt} />
          {editedAt && " · edited"}
        </span>
        {isOwn && open !== "edit" && (
          <Button kind="quiet" onClick={() => setOpen("edit")}>
            Edit
          </Button>
        )}
        {(isOwn || isAdmin) && (
          <Button kind="quiet" onClick={() => setOpen("delete")}>
            Delete
          </Button>
        )}
      </p>
      {open === "edit" ? (
        <EditForm comment={comment} onDone={finish} />
      ) : (
        <p class="comment-text">{text}</p>
      )}
      {open === "delete" && (
        <DeleteDialog
          comment={comment}
          isReply={isReply}
          onClose={() => finish(false)}
          onDone={() => finish(true)}
        />
      )}
    </div>
  );
};
