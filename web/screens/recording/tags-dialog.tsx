import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, ProblemAlert } from "../../parts/index.js";
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
  const submit = async (tag: string): Promise<void> => {
    if (!(await add.run({ recordingId, tag }))) return;
    setRound(round + 1);
    onChanged();
  };
  return (
    <Dialog title="Tags" onClose={onClose}>
      {tags.length > 0 && (
        <ul class="tag-list">
          {tags.map((tag) => (
            <li key={tag}>
              <span>{tag}</span>
              <Button
                aria-label={`Remove ${tag}`}
                onClick={() =>
                  void remove.run({ recordingId, tag }).then((done) => done && onChanged())
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ProblemAlert problem={remove.problem} />
      <Form key={round} mutation={add} onSubmit={(values) => void submit(values.get("tag").trim())}>
        <Field
          label="New tag"
          name="tag"
          required
          autofocus
          maxLength={1024}
          hint="It stays when the call is analysed again, and a removed one stays away."
        />
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
