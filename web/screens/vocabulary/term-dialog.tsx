import { Button, Dialog, Field, Form, type FormValues } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { SaveVocabularyTerm, type VocabularyQuery } from "./vocabulary.graphql.js";

type Term = VocabularyQuery["vocabulary"][number];

const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Adds a term, or changes one. `term`: what the fields show first; `isNew`: it isn't in the vocabulary yet. */
export const TermDialog = ({
  term,
  isNew,
  onClose,
  onSaved,
}: {
  term: Term;
  isNew: boolean;
  onClose: () => void;
  onSaved: () => void;
}) => {
  const save = useMutation(SaveVocabularyTerm);
  const submit = async (values: FormValues): Promise<void> => {
    const name = isNew ? values.get("term").trim() : term.term;
    if (!(await save.run({ term: name, heardAs: splitList(values.get("heardAs")) }))) return;
    showToast(isNew ? `${name} added` : `${name} saved`);
    onSaved();
  };
  return (
    <Dialog title={isNew ? "Add a term" : term.term} onClose={onClose}>
      <Form mutation={save} onSubmit={(values) => void submit(values)}>
        {isNew && (
          <Field
            label="Name or term"
            name="term"
            required
            autofocus
            maxLength={60}
            defaultValue={term.term}
            hint="As it is written, in up to three words: a product, a brand, a place."
          />
        )}
        <Field
          label="Heard as"
          name="heardAs"
          autofocus={!isNew}
          defaultValue={term.heardAs.join(", ")}
          hint="Optional, separated by commas. These words always become the term, ordinary words too."
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
