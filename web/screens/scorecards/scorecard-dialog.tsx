import { useState } from "preact/hooks";
import {
  Button,
  Checkbox,
  Dialog,
  Field,
  Form,
  Select,
  TextArea,
  type FormValues,
} from "../../parts/index.js";
import { type Source, sourceTexts } from "../../lib/source-texts.js";
import { useMutation } from "../../lib/use-mutation.js";
import { UpsertScorecard } from "./scorecards.graphql.js";
import { createQuestion, type QuestionDraft, QuestionFields } from "./question-fields.js";
import { readyScorecards } from "./ready.js";
import type { Scorecard, Tracker } from "./types.js";

interface Props {
  /** Undefined for a new scorecard. */
  scorecard: Scorecard | undefined;
  trackers: readonly Tracker[];
  onClose: () => void;
  onDone: () => void;
}

const buildInitialQuestions = (scorecard: Scorecard | undefined): QuestionDraft[] =>
  scorecard?.questions.map(({ id, question, kind, weight, tracker }) => ({
    key: id,
    id,
    question,
    kind,
    weight,
    trackerId: tracker?.id ?? null,
  })) ?? [createQuestion()];

const READY_TEXTS = {
  "": "An empty scorecard",
  ...Object.fromEntries(readyScorecards.map(({ name }) => [name, name])),
};

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

export const ScorecardDialog = ({ scorecard, trackers, onClose, onDone }: Props) => {
  const upsert = useMutation(UpsertScorecard);
  const [questions, setQuestions] = useState(() => buildInitialQuestions(scorecard));
  const [ready, setReady] = useState<(typeof readyScorecards)[number]>();
  const startFrom = (name: string): void => {
    const chosen = readyScorecards.find((one) => one.name === name);
    setReady(chosen);
    setQuestions((chosen?.questions ?? [""]).map((question) => createQuestion(question)));
  };
  const submit = async (values: FormValues): Promise<void> => {
    const input = {
      id: scorecard?.id ?? null,
      name: values.get("name").trim(),
      prompt: values.get("prompt").trim() || null,
      sources: values.all("sources") as Source[],
      questions: questions.map(({ key: _, question, trackerId, ...draft }) => ({
        ...draft,
        question: question.trim(),
        trackerId: draft.kind === "rating" ? null : trackerId,
      })),
    };
    if (await upsert.run({ input })) onDone();
  };
  return (
    <Dialog title={scorecard ? "Edit scorecard" : "New scorecard"} onClose={onClose}>
      <Form mutation={upsert} onSubmit={(values) => void submit(values)}>
        {!scorecard && (
          <Select
            label="Start from"
            options={READY_TEXTS}
            value={ready?.name ?? ""}
            onChange={({ currentTarget }) => startFrom(currentTarget.value)}
          />
        )}
        <Field
          key={ready?.name}
          label="Name"
          name="name"
          autofocus={!ready}
          defaultValue={scorecard?.name ?? ready?.name ?? ""}
          required
        />
        <SourceFields chosen={scorecard?.sources ?? []} />
        <QuestionFields questions={questions} trackers={trackers} onChange={setQuestions} />
        <TextArea
          label="Prompt"
          name="prompt"
          defaultValue={scorecard?.prompt ?? ""}
          hint="Extra instructions for the AI model that analyses calls with this scorecard. Leave empty for the default."
        />
        {scorecard && (
          <p class="hint">
            Its <code>aiTemplate</code> in /v1: <code>{scorecard.id}</code>
          </p>
        )}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={upsert.isBusy}>
            {scorecard ? "Save" : "Create"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
