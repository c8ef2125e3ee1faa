import { Button, Checkbox, Confirm, Dialog, Field, Form } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { DeleteView, type SavedViewsQuery, SaveView } from "./recordings.graphql.js";

export type SavedView = SavedViewsQuery["savedViews"][number];

/** Saves the filters of the list under a name, or changes a view's name and who sees it. */
export const ViewDialog = ({
  view,
  query,
  onClose,
  onDone,
}: {
  /** Undefined: a new one, with the filters `query`. */
  view?: SavedView | undefined;
  query: string;
  onClose: () => void;
  onDone: () => void;
}) => {
  const save = useMutation(SaveView);
  const submit = async (name: string, isShared: boolean): Promise<void> => {
    const input = { ...(view ? { id: view.id } : { query }), name, isShared };
    if (!(await save.run({ input }))) return;
    showToast("View saved");
    onDone();
  };
  return (
    <Dialog title={view ? "Change the view" : "Save view"} onClose={onClose}>
      <Form
        mutation={save}
        onSubmit={(values) => void submit(values.get("name"), values.get("isShared") !== "")}
      >
        <Field
          label="Name"
          name="name"
          required
          autofocus
          maxLength={100}
          defaultValue={view?.name}
          placeholder="Price came up this week"
        />
        <Checkbox
          label="Share with everyone. Each person sees the calls that they see anyway."
          name="isShared"
          defaultChecked={view?.isShared}
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={save.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};

export const DeleteViewDialog = ({
  view: { id, name, isShared },
  onClose,
  onDone,
}: {
  view: SavedView;
  onClose: () => void;
  onDone: () => void;
}) => {
  const remove = useMutation(DeleteView);
  const confirm = async (): Promise<void> => {
    if (!(await remove.run({ id }))) return;
    showToast("View deleted");
    onDone();
  };
  return (
    <Confirm
      title={`Delete ${name}?`}
      action="Delete"
      mutation={remove}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>The calls stay. {isShared ? "Everyone loses the view." : "Only you have this view."}</p>
    </Confirm>
  );
};
