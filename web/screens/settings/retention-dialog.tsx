import { useState } from "preact/hooks";
import { Button, Confirm, Dialog, Field, Form, Time, type Values } from "../../parts/index.js";
import { counted } from "../../src/format.js";
import { useMutation } from "../../src/query.js";
import { say } from "../../src/say.js";
import { type Days, type Kind, kindNames, kinds } from "./retention-kinds.js";
import { RetentionAsIf, type RetentionAsIfQuery, SetRetention } from "./retention.graphql.js";

const MOST_DAYS = 36_500;

const isShorter = (before: Days, after: Days): boolean =>
  kindNames.some((kind) => {
    const { days } = kinds[kind];
    return after[days] !== null && after[days] < (before[days] ?? Infinity);
  });

const daysOf = (values: Values): Days => {
  const of = (name: keyof Days) => (values.get(name) === "" ? null : Number(values.get(name)));
  return {
    mediaDays: of("mediaDays"),
    transcriptDays: of("transcriptDays"),
    payloadDays: of("payloadDays"),
  };
};

const losesOf = (kind: Kind, count: number): string => {
  const [one, many] = kinds[kind].loses;
  return counted(count, one, many);
};

/** What goes with these days. */
const Losses = ({ of }: { of: RetentionAsIfQuery["retentionReport"] }) => {
  const lost = kindNames.filter((kind) => of[kind].count > 0);
  return (
    <>
      <p>
        The next run is on <Time at={of.nextRunAt} />.{" "}
        {lost.length === 0 ? "Nothing is old enough to go with it." : "With it:"}
      </p>
      {lost.length > 0 && (
        <>
          <ul class="stops">
            {lost.map((kind) => (
              <li key={kind}>
                <strong>{losesOf(kind, of[kind].count)}</strong>
              </li>
            ))}
          </ul>
          <p>What is gone does not come back, not even with more days.</p>
        </>
      )}
    </>
  );
};

/** Asks for the days; where there are fewer than before, says what that takes away and asks once more. */
export const RetentionDialog = ({
  of,
  onClose,
  onDone,
}: {
  of: Days;
  onClose: () => void;
  onDone: () => void;
}) => {
  const asIf = useMutation(RetentionAsIf);
  const set = useMutation(SetRetention);
  const [days, setDays] = useState(of);
  const [losses, setLosses] = useState<RetentionAsIfQuery["retentionReport"]>();
  const save = async (input: Days): Promise<void> => {
    if (!(await set.run({ input }))) return;
    say("Saved");
    onDone();
  };
  const submit = async (values: Values): Promise<void> => {
    const wanted = daysOf(values);
    setDays(wanted);
    if (!isShorter(of, wanted)) return save(wanted);
    const data = await asIf.run({ days: wanted });
    if (data) setLosses(data.retentionReport);
  };
  if (losses)
    return (
      <Confirm
        title="Keep for fewer days"
        action="Keep for fewer days"
        of={set}
        onClose={onClose}
        onConfirm={() => void save(days)}
      >
        <Losses of={losses} />
      </Confirm>
    );
  return (
    <Dialog title="How long to keep what" onClose={onClose}>
      <Form
        of={{ busy: set.busy || asIf.busy, problem: set.problem ?? asIf.problem }}
        onSubmit={(values) => void submit(values)}
      >
        {kindNames.map((kind, index) => (
          <Field
            key={kind}
            label={kinds[kind].label}
            name={kinds[kind].days}
            type="number"
            min={1}
            max={MOST_DAYS}
            step={1}
            defaultValue={of[kinds[kind].days] ?? ""}
            placeholder="for ever"
            hint={kinds[kind].hint}
            autofocus={index === 0}
          />
        ))}
        <p class="muted">Empty: for ever. Days are counted from when a call came in.</p>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={set.busy || asIf.busy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
