import { useState } from "preact/hooks";
import {
  Checkbox,
  Dialog,
  Field,
  Form,
  Select,
  TextArea,
  type FormValues,
} from "../../parts/index.js";
import { useTrialForm } from "../../parts/form/use-trial-form.js";
import { type Source, sourceTexts } from "../../lib/source-texts.js";
import { useMutation } from "../../lib/use-mutation.js";
import { TryScorecard, UpsertScorecard } from "./scorecards.graphql.js";
import { createQuestion, type QuestionDraft, QuestionFields } from "./question-fields.js";
import { readyScorecards } from "./ready.js";
import { readTeamIds, TeamFields } from "./team-fields.js";
import { Trial, type TrialResult } from "./trial.js";
import type { Scorecard, Team, Tracker } from "./types.js";

interface Props {
  /** Undefined for a new scorecard. */
  scorecard: Scorecard | undefined;
  /** The one that a new scorecard starts as a copy of; undefined: an empty one. */
  copied: Scorecard | undefined;
  /** Those that can be copied. */
  others: readonly Scorecard[];
  trackers: readonly Tracker[];
  /** Those for whose calls the viewer may choose it. */
  teams: readonly Team[];
  onClose: () => void;
  onDone: () => void;
}

const toDrafts = ({ questions }: Scorecard): QuestionDraft[] =>
  questions.map(({ id, question, kind, weight, tracker }) => ({
    key: id,
    id,
    question,
    kind,
    weight,
    trackerId: tracker?.id ?? null,
  }));

interface Start {
  text: string;
  name: string;
  questions: QuestionDraft[];
  sources?: readonly Source[];
  prompt?: string | null;
}

/** What a new scorecard can start from, by the value of its option. */
const listStarts = (others: readonly Scorecard[]): Record<string, Start> => ({
  "": { text: "An empty scorecard", name: "", questions: [createQuestion()] },
  ...Object.fromEntries(
    readyScorecards.map(({ name, questions }) => [
      name,
      { text: name, name, questions: questions.map((question) => createQuestion(question)) },
    ]),
  ),
  ...Object.fromEntries(
    others.map((other) => [
      other.id,
      {
        ...other,
        text: `A copy of ${other.name}`,
        questions: toDrafts(other).map((draft) => ({ ...draft, id: null })),
      },
    ]),
  ),
});

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

export const ScorecardDialog = ({
  scorecard,
  copied,
  others,
  trackers,
  teams,
  onClose,
  onDone,
}: Props) => {
  const upsert = useMutation(UpsertScorecard);
  const attempt = useMutation(TryScorecard);
  const form = useTrialForm({
    save: upsert,
    attempt,
    saveText: scorecard ? "Save" : "Create",
    onClose,
  });
  const [result, setResult] = useState<TrialResult>();
  const [starts] = useState(() => listStarts(others));
  const [start, setStart] = useState(copied?.id ?? "");
  const [questions, setQuestions] = useState(() =>
    scorecard ? toDrafts(scorecard) : starts[start]!.questions,
  );
  const [tried, setTriedQuestions] = useState(questions);
  const initial = scorecard ?? starts[start]!;
  const startFrom = (value: string): void => {
    setStart(value);
    setQuestions(starts[value]!.questions);
  };
  const submit = async (values: FormValues): Promise<void> => {
    const teamIds = readTeamIds(values, scorecard);
    const input = {
      id: scorecard?.id ?? null,
      name: values.get("name").trim(),
      prompt: values.get("prompt").trim() || null,
      sources: values.all("sources") as Source[],
      ...(teamIds && { teamIds }),
      ...(scorecard && { retired: values.all("retired").length > 0 }),
      questions: questions.map(({ key: _, question, trackerId, ...draft }) => ({
        ...draft,
        question: question.trim(),
        trackerId: draft.kind === "rating" ? null : trackerId,
      })),
    };
    if (!form.beginSubmit()) {
      if (await upsert.run({ input })) onDone();
      return;
    }
    const original = others.find(({ id }) => !scorecard && id === start);
    const trial = await attempt.run({ input, insteadOf: original?.id ?? null });
    setResult(trial?.tryTemplate);
    setTriedQuestions(questions);
  };
  return (
    <Dialog title={scorecard ? "Edit scorecard" : "New scorecard"} onClose={onClose}>
      <Form mutation={form.mutation} onSubmit={(values) => void submit(values)}>
        {!scorecard && (
          <Select
            label="Start from"
            options={Object.fromEntries(
              Object.entries(starts).map(([value, { text }]) => [value, text]),
            )}
            value={start}
            onChange={({ currentTarget }) => startFrom(currentTarget.value)}
          />
        )}
        <Field
          key={start}
          label="Name"
          name="name"
          autofocus={start === ""}
          defaultValue={initial.name}
          required
        />
        <TeamFields scorecard={scorecard} teams={teams} />
        <SourceFields key={start} chosen={initial.sources ?? []} />
        <QuestionFields questions={questions} trackers={trackers} onChange={setQuestions} />
        <TextArea
          key={start}
          label="Prompt"
          name="prompt"
          defaultValue={initial.prompt ?? ""}
          hint="Extra instructions for the AI model that analyses calls with this scorecard. Leave empty for the default."
        />
        {scorecard && (
          <Checkbox
            label="Retired: new calls aren’t compared with it"
            name="retired"
            value="yes"
            defaultChecked={scorecard.isRetired}
          />
        )}
        {scorecard && (
          <p class="hint">
            Its <code>aiTemplate</code> in /v1: <code>{scorecard.id}</code>
          </p>
        )}
        {result && <Trial result={result} isChanged={questions !== tried} />}
        {form.buttons}
      </Form>
    </Dialog>
  );
};
