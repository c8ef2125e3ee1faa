import { useRef, useState } from "preact/hooks";
import { Button, Dialog, Field, Form, ProblemAlert } from "../../parts/index.js";
import { showUndo } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { AddTag, RemoveTag } from "./recording.graphql.js";

/** Adds tags to a recording and removes them. */
export const TagsDialog = ({
  recordingId,
  tags,
  onClose,
  onChanged,
}: {
  recordingId: string;
  tags: readonly string[];
  onClose: () => void;
  onChanged: () => void;
}) => {
  const add = useMutation(AddTag);
  const remove = useMutation(RemoveTag);
  // Empties the field after each tag.
  const [round, setRound] = useState(0);
  const fieldRef = useRef<HTMLDivElement>(null);
  const submit = async (tag: string): Promise<void> => {
    if (!(await add.run({ recordingId, tag }))) return;
    setRound(round + 1);
    onChanged();
  };
  const removeTag = async (tag: string): Promise<void> => {
    if (remove.isBusy || !(await remove.run({ recordingId, tag }))) return;
    showUndo(`“${tag}” removed`, AddTag, { recordingId, tag }, onChanged);
    // The focused button disappears.
    fieldRef.current?.querySelector("input")?.focus();
    onChanged();
  };
  return (
    <Dialog title="Tags" onClose={onClose}>
      {tags.length > 0 && (
        <ul class="tag-list">
          {tags.map((tag) => (
            <li key={tag}>
              <span>{tag}</span>
              <Button aria-label={`Remove ${tag}`} onClick={() => void removeTag(tag)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ProblemAlert problem={remove.problem} />
      <Form key={round} mutation={add} onSubmit={(values) => void submit(values.get("tag").trim())}>
        <div ref={fieldRef}>
          <Field
            label="New tag"
            name="tag"
            required
            autofocus
            maxLength={1024}
            hint="When the call is analysed again, tags that you add stay, and tags that you remove don’t come back."
          />
        </div>
        <div class="actions">
          <Button onClick={onClose}>Done</Button>
          <Button type="submit" kind="main" isBusy={add.isBusy}>
            Add
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
