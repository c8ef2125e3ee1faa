import { useState } from "preact/hooks";
import { Button, Confirm, Dialog, Field, Form, Time, type FormValues } from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import {
  type RetentionDays,
  type RetentionKind,
  retentionKindNames,
  retentionKindTexts,
} from "./retention-kinds.js";
import { RetentionPreview, type RetentionPreviewQuery, SetRetention } from "./retention.graphql.js";

const MAX_DAYS = 36_500;

const isShorter = (before: RetentionDays, after: RetentionDays): boolean =>
  retentionKindNames.some((kind) => {
    const { days } = retentionKindTexts[kind];
    return after[days] !== null && after[days] < (before[days] ?? Infinity);
  });

const readDays = (values: FormValues): RetentionDays => {
  const readOne = (name: keyof RetentionDays) =>
    values.get(name) === "" ? null : Number(values.get(name));
  return {
    mediaDays: readOne("mediaDays"),
    transcriptDays: readOne("transcriptDays"),
    payloadDays: readOne("payloadDays"),
  };
};

const formatLoss = (kind: RetentionKind, count: number): string => {
  const [singular, plural] = retentionKindTexts[kind].losses;
  return formatCount(count, singular, plural);
};

/** Lists what the next run removes with the new settings. */
const LossList = ({ report }: { report: RetentionPreviewQuery["retentionReport"] }) => {
  const lost = retentionKindNames.filter((kind) => report[kind].count > 0);
  return (
    <>
      <p>
        The next run is <Time at={report.nextRunAt} />.{" "}
        {lost.length === 0 ? "It removes nothing." : "It removes content:"}
      </p>
      {lost.length > 0 && (
        <>
          <ul class="consequences">
            {lost.map((kind) => (
              <li key={kind}>
                <strong>{formatLoss(kind, report[kind].count)}</strong>
              </li>
            ))}
          </ul>
          <p>You can’t restore removed content.</p>
        </>
      )}
    </>
  );
};

/** Edits the retention days. Shorter periods need a confirmation that lists what they remove. */
export const RetentionDialog = ({
  current,
  onClose,
  onDone,
}: {
  current: RetentionDays;
  onClose: () => void;
  onDone: () => void;
}) => {
  const asIf = useMutation(RetentionPreview);
  const set = useMutation(SetRetention);
  const [draft, setDraft] = useState(current);
  const [losses, setLosses] = useState<RetentionPreviewQuery["retentionReport"]>();
  const save = async (input: RetentionDays): Promise<void> => {
    if (!(await set.run({ input }))) return;
    showToast("Saved");
    onDone();
  };
  const submit = async (values: FormValues): Promise<void> => {
    const days = readDays(values);
    setDraft(days);
    if (!isShorter(current, days)) return save(days);
    const data = await asIf.run({ days });
    if (data) setLosses(data.retentionReport);
  };
  if (losses)
    return (
      <Confirm
        title="Shorten retention"
        action="Shorten retention"
        mutation={set}
        onClose={onClose}
        onConfirm={() => void save(draft)}
      >
        <LossList report={losses} />
      </Confirm>
    );
  return (
    <Dialog title="Change retention" onClose={onClose}>
      <Form
        mutation={{ isBusy: set.isBusy || asIf.isBusy, problem: set.problem ?? asIf.problem }}
        onSubmit={(values) => void submit(values)}
      >
        {retentionKindNames.map((kind, index) => (
          <Field
            key={kind}
            label={retentionKindTexts[kind].label}
            name={retentionKindTexts[kind].days}
            type="number"
            min={1}
            max={MAX_DAYS}
            step={1}
            defaultValue={current[retentionKindTexts[kind].days] ?? ""}
            placeholder="forever"
            hint={retentionKindTexts[kind].hint}
            autofocus={index === 0}
          />
        ))}
        <p class="muted">
          Leave empty to keep content forever. Days count from the arrival of the call.
        </p>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={set.isBusy || asIf.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
