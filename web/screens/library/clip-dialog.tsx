import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, type FormValues, Select } from "../../parts/index.js";
import { formatClock, formatLength, parseClock, shorten } from "../../lib/format.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { describeSharing, parseReceiver, useReceivers } from "./audience.js";
import { CreateClip } from "./library.graphql.js";

/** A line of the transcript. Times are milliseconds from the beginning of the recording. */
export interface ClipLine {
  text: string;
  start: number;
  end: number;
}

const MIN_MS = 1_000;
/** What a new clip has, if nothing else is chosen. */
const DEFAULT_MS = 30_000;
const NOT_SHARED = "";

const listOptions = (lines: readonly ClipLine[], first: number): Record<string, string> =>
  Object.fromEntries(
    lines.slice(first).map(({ start, text }, index) => [
      // A leading letter keeps the order: keys that are integers come first.
      `l${first + index}`,
      `${formatClock(start)} ${shorten(text)}`,
    ]),
  );

const toIndex = (option: string): number => Number(option.slice(1));

/** Chooses the lines with which a clip begins and ends. */
const LineRange = ({
  lines,
  first,
  last,
  onChange,
}: {
  lines: readonly ClipLine[];
  first: number;
  last: number;
  onChange: (first: number, last: number) => void;
}) => (
  <>
    <Select
      label="From the line"
      name="start"
      options={listOptions(lines, 0)}
      value={`l${first}`}
      onChange={({ currentTarget }) => {
        const chosen = toIndex(currentTarget.value);
        onChange(chosen, Math.max(chosen, last));
      }}
    />
    <Select
      label="To the line"
      name="end"
      options={listOptions(lines, first)}
      value={`l${last}`}
      onChange={({ currentTarget }) => onChange(first, toIndex(currentTarget.value))}
    />
  </>
);

/** Returns the lines around a position: from the one that is said there, for about half a minute. */
const findLines = (lines: readonly ClipLine[], position: number): [first: number, last: number] => {
  const first = Math.max(
    0,
    lines.findLastIndex(({ start }) => start <= position + 1),
  );
  const end = lines[first]!.start + DEFAULT_MS;
  const last = lines.findLastIndex((line, index) => index >= first && line.end <= end);
  return [first, Math.max(first, last)];
};

/** Makes a clip of a call, and shares it. */
export const ClipDialog = ({
  recordingId,
  durationMs,
  lines,
  selected,
  position,
  onClose,
  onDone,
}: {
  recordingId: string;
  /** The call's. */
  durationMs: number;
  /** The transcript; empty without one. */
  lines: readonly ClipLine[];
  /** The start of a line whose words are selected. */
  selected: number | undefined;
  /** The player's. Milliseconds. */
  position: number;
  onClose: () => void;
  onDone: () => void;
}) => {
  const create = useMutation(CreateClip);
  const receivers = useReceivers();
  const from = selected ?? position;
  const [[first, last], setRange] = useState<[number, number]>(() =>
    lines.length > 0 ? findLines(lines, from) : [0, 0],
  );
  const chosen = lines.slice(first, last + 1);
  const toRange = (values: FormValues): { start: number; end: number } => {
    if (chosen.length === 0)
      return {
        start: parseClock(values.get("start")),
        // Times are shown in seconds.
        end: Math.min(parseClock(values.get("end")), durationMs),
      };
    const end = Math.min(
      durationMs,
      Math.max(...chosen.map((line) => line.end), chosen[0]!.start + MIN_MS),
    );
    return { start: Math.max(0, Math.min(chosen[0]!.start, end - MIN_MS)), end };
  };
  const submit = async (values: FormValues): Promise<void> => {
    const receiver = values.get("with");
    const input = {
      recordingId,
      title: values.get("title"),
      ...toRange(values),
      ...(receiver !== NOT_SHARED && { shareWith: parseReceiver(receiver) }),
    };
    if (!(await create.run({ input }))) return;
    showToast(receiver === NOT_SHARED ? "Clip made" : "Clip made and shared");
    onDone();
  };
  const length = chosen.length > 0 ? chosen.at(-1)!.end - chosen[0]!.start : undefined;
  return (
    <Dialog title="Make a clip" onClose={onClose}>
      <Form mutation={create} onSubmit={(values) => void submit(values)}>
        <Field
          label="Title"
          name="title"
          required
          autofocus
          maxLength={1024}
          // Not its words: a title stays when they are redacted.
          defaultValue={`Clip at ${formatClock(chosen[0]?.start ?? from)}`}
        />
        {lines.length > 0 ? (
          <>
            <LineRange
              lines={lines}
              first={first}
              last={last}
              onChange={(...range) => setRange(range)}
            />
            {length !== undefined && <p class="hint">Length: {formatLength(length)}</p>}
          </>
        ) : (
          <div class="pair">
            <Field
              label="From"
              name="start"
              required
              pattern="\d+(:\d{1,2}){0,2}"
              defaultValue={formatClock(Math.floor(from / 1_000) * 1_000)}
            />
            <Field
              label="To"
              name="end"
              required
              pattern="\d+(:\d{1,2}){0,2}"
              defaultValue={formatClock(Math.min(from + DEFAULT_MS, durationMs))}
            />
          </div>
        )}
        <Select
          label="Share with"
          name="with"
          options={{ [NOT_SHARED]: "No one yet", ...receivers }}
          hint={describeSharing(false)}
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={create.isBusy}>
            Make clip
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
