import { useRef } from "preact/hooks";
import { Button, Checkbox, Dialog, Form, type FormValues } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { UpsertTracker } from "./trackers.graphql.js";
import type { ReadyTracker } from "./types.js";

/** Creates trackers of meanings that debrief knows. */
export const ReadyDialog = ({
  ready,
  onClose,
  onDone,
}: {
  /** Those that aren't used yet. */
  ready: readonly ReadyTracker[];
  onClose: () => void;
  onDone: () => void;
}) => {
  const upsert = useMutation(UpsertTracker);
  /** What a failed attempt has created already. */
  const created = useRef(new Set<string>());
  const submit = async (values: FormValues): Promise<void> => {
    const chosen = new Set(values.all("concept"));
    for (const { concept, name } of ready) {
      if (!chosen.has(concept) || created.current.has(concept)) continue;
      if (!(await upsert.run({ input: { name, concept } }))) return;
      created.current.add(concept);
    }
    onDone();
  };
  return (
    <Dialog title="Ready trackers" onClose={onClose}>
      <Form mutation={upsert} onSubmit={(values) => void submit(values)}>
        <p class="muted">
          debrief recognizes these in any words, in English. You can add your own phrases to each
          later.
        </p>
        <fieldset class="checks">
          <legend>Look for</legend>
          {ready.map(({ concept, name }) => (
            <Checkbox key={concept} label={name} name="concept" value={concept} defaultChecked />
          ))}
        </fieldset>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={upsert.isBusy}>
            Create
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
