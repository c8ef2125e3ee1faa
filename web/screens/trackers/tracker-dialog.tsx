import { useState } from "preact/hooks";
import { Dialog, Field, Form, Select, TextArea, type FormValues } from "../../parts/index.js";
import { useTrialForm } from "../../parts/form/use-trial-form.js";
import { useMutation } from "../../lib/use-mutation.js";
import { partTexts, sideTexts } from "./texts.js";
import { type TrackerInput, TryTracker, UpsertTracker } from "./trackers.graphql.js";
import { Trial } from "./trial.js";
import { buildExamples, judgePlace, readExamples } from "./examples.js";
import type { ReadyTracker, Tracker, TrialPlace } from "./types.js";

interface Props {
  /** Undefined for a new tracker. */
  tracker: Tracker | undefined;
  ready: readonly ReadyTracker[];
  onClose: () => void;
  onDone: () => void;
}

const PHRASES_HINT =
  'One in each line; any of them counts. price also finds prices. "As written", begin*, -what doesn’t count.';

const buildInput = (
  values: FormValues,
  tracker: Tracker | undefined,
  places: readonly TrialPlace[],
): TrackerInput => {
  const part = values.get("part") as NonNullable<TrackerInput["part"]>;
  return {
    id: tracker?.id ?? null,
    name: values.get("name").trim(),
    // Without the field, because the server has no meanings, the tracker keeps its meaning.
    ...(values.all("concept").length > 0 && { concept: values.get("concept") || null }),
    phrases: values
      .get("phrases")
      .split("\n")
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== ""),
    ...(values.all("examples").length > 0 && {
      examples: buildExamples(values.get("examples"), "examples", tracker, places),
      counterExamples: buildExamples(
        values.get("counterExamples"),
        "counterExamples",
        tracker,
        places,
      ),
    }),
    saidBy: values.get("saidBy") as NonNullable<TrackerInput["saidBy"]>,
    part,
    minutes: part === "call" ? null : Number(values.get("minutes")) || null,
  };
};

/** Creates or changes a tracker, and tries it on the newest calls before it is saved. */
export const TrackerDialog = ({ tracker, ready, onClose, onDone }: Props) => {
  const upsert = useMutation(UpsertTracker);
  const attempt = useMutation(TryTracker);
  const form = useTrialForm({
    save: upsert,
    attempt,
    saveText: tracker ? "Save" : "Create",
    onClose,
  });
  const [result, setResult] = useState<Parameters<typeof Trial>[0]["result"]>();
  const [part, setPart] = useState<keyof typeof partTexts>(tracker?.part ?? "call");
  const [texts, setTexts] = useState(() => readExamples(tracker));
  const [triedTexts, setTriedTexts] = useState(texts);
  const [places, setPlaces] = useState<readonly TrialPlace[]>([]);
  const submit = async (values: FormValues): Promise<void> => {
    const input = buildInput(values, tracker, places);
    if (!form.beginSubmit()) {
      if (await upsert.run({ input })) onDone();
      return;
    }
    const trial = (await attempt.run({ input }))?.tryTracker;
    setResult(trial);
    setTriedTexts(texts);
    if (trial) setPlaces([...places, ...trial.hits, ...trial.nearMisses]);
  };
  const meanings = Object.fromEntries(ready.map(({ concept, name }) => [concept, name]));
  return (
    <Dialog title={tracker ? "Edit tracker" : "New tracker"} onClose={onClose}>
      <Form mutation={form.mutation} onSubmit={(values) => void submit(values)}>
        <Field label="Name" name="name" autofocus defaultValue={tracker?.name ?? ""} required />
        {ready.length > 0 && (
          <Select
            label="Meaning"
            name="concept"
            options={{ "": "None of the ready ones", ...meanings }}
            value={tracker?.concept ?? ""}
            hint="Also finds it in other words. English only."
          />
        )}
        <TextArea
          label="Phrases"
          name="phrases"
          rows={3}
          defaultValue={tracker?.phrases.join("\n") ?? ""}
          hint={PHRASES_HINT}
        />
        {ready.length > 0 && (
          <>
            <TextArea
              label="Sentences that mean it"
              name="examples"
              rows={3}
              value={texts.examples}
              onInput={({ currentTarget }) =>
                setTexts((before) => ({ ...before, examples: currentTarget.value }))
              }
              hint="One in each line, as somebody says it: also finds it in other words. English only."
            />
            <TextArea
              label="Sentences that don’t mean it"
              name="counterExamples"
              rows={2}
              value={texts.counterExamples}
              onInput={({ currentTarget }) =>
                setTexts((before) => ({ ...before, counterExamples: currentTarget.value }))
              }
              hint="What is nearer to one of these doesn’t count."
            />
          </>
        )}
        <Select
          label="Said by"
          name="saidBy"
          options={sideTexts}
          value={tracker?.saidBy ?? "anyone"}
        />
        <Select
          label="Where"
          name="part"
          options={partTexts}
          value={part}
          onChange={({ currentTarget }) => setPart(currentTarget.value as keyof typeof partTexts)}
        />
        {part !== "call" && (
          <Field
            label="Minutes"
            name="minutes"
            type="number"
            min={1}
            max={240}
            defaultValue={String(tracker?.minutes ?? 5)}
            required
          />
        )}
        {result && (
          <Trial
            result={result}
            texts={texts}
            isChanged={texts !== triedTexts}
            onJudge={
              ready.length > 0
                ? (place, kind) => setTexts((before) => judgePlace(before, place, kind))
                : undefined
            }
          />
        )}
        {form.buttons}
      </Form>
    </Dialog>
  );
};
