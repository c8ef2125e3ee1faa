import { useState } from "preact/hooks";
import {
  Button,
  Checkbox,
  Dialog,
  Field,
  Form,
  TextArea,
  type FormValues,
} from "../../parts/index.js";
import { type Source, sourceTexts } from "../../lib/source-texts.js";
import { useMutation } from "../../lib/use-mutation.js";
import { UpsertTemplate } from "./people.graphql.js";
import { createQuestion, type QuestionDraft, QuestionFields } from "./question-fields.js";
import type { Template, Tracker } from "./types.js";

interface Props {
  /** Undefined for a new template. */
  template: Template | undefined;
  trackers: readonly Tracker[];
  onClose: () => void;
  onDone: () => void;
}

const buildInitialQuestions = (template: Template | undefined): QuestionDraft[] =>
  template?.questions.map(({ id, question, tracker }) => ({
    key: id,
    id,
    question,
    trackerId: tracker?.id ?? null,
  })) ?? [createQuestion()];

const SourceFields = ({ chosen }: { chosen: readonly string[] }) => (
  <fieldset class="checks">
    <legend>For calls from</legend>
    {Object.entries(sourceTexts).map(([source, name]) => (
      <Checkbox
        key={source}
        label={name}
        name="sources"
        value={source}
        defaultChecked={chosen.includes(source)}
      />
    ))}
    <p class="hint">Without a selection, it is for all calls.</p>
  </fieldset>
);

export const TemplateDialog = ({ template, trackers, onClose, onDone }: Props) => {
  const upsert = useMutation(UpsertTemplate);
  const [questions, setQuestions] = useState(() => buildInitialQuestions(template));
  const submit = async (values: FormValues): Promise<void> => {
    const input = {
      id: template?.id ?? null,
      name: values.get("name").trim(),
      prompt: values.get("prompt").trim() || null,
      sources: values.all("sources") as Source[],
      questions: questions.map(({ id, question, trackerId }) => ({
        id,
        question: question.trim(),
        trackerId,
      })),
    };
    if (await upsert.run({ input })) onDone();
  };
  return (
    <Dialog title={template ? "Edit template" : "New template"} onClose={onClose}>
      <Form mutation={upsert} onSubmit={(values) => void submit(values)}>
        <Field label="Name" name="name" autofocus defaultValue={template?.name ?? ""} required />
        <SourceFields chosen={template?.sources ?? []} />
        <QuestionFields questions={questions} trackers={trackers} onChange={setQuestions} />
        <TextArea
          label="Prompt"
          name="prompt"
          defaultValue={template?.prompt ?? ""}
          hint="Extra instructions for the AI model that analyses calls with this template. Leave empty for the default."
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={upsert.isBusy}>
            {template ? "Save" : "Create"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
