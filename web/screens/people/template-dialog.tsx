import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, TextArea, type Values } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { UpsertTemplate } from "../people.graphql.js";
import { newQuestion, type Question, QuestionFields } from "./questions.js";
import type { Template } from "./shape.js";

interface Props {
  /** None makes a new one. */
  of: Template | undefined;
  onClose: () => void;
  onDone: () => void;
}

const initial = (of: Template | undefined): Question[] =>
  of?.questions.map(({ id, question }) => ({ key: id, id, question })) ?? [newQuestion()];

export const TemplateDialog = ({ of, onClose, onDone }: Props) => {
  const upsert = useMutation(UpsertTemplate);
  const [questions, setQuestions] = useState(() => initial(of));
  const submit = async (values: Values): Promise<void> => {
    const input = {
      id: of?.id ?? null,
      name: values.get("name").trim(),
      prompt: values.get("prompt").trim() || null,
      questions: questions.map(({ id, question }) => ({ id, question: question.trim() })),
    };
    if (await upsert.run({ input })) onDone();
  };
  return (
    <Dialog title={of ? "Edit the template" : "New template"} onClose={onClose}>
      <Form of={upsert} onSubmit={(values) => void submit(values)}>
        <Field label="Name" name="name" autofocus defaultValue={of?.name ?? ""} required />
        <QuestionFields of={questions} set={setQuestions} />
        <TextArea
          label="Prompt"
          name="prompt"
          defaultValue={of?.prompt ?? ""}
          hint="What a model is asked to look for in such a call, if a model analyses calls. Empty: the usual."
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={upsert.busy}>
            {of ? "Save" : "Create"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
