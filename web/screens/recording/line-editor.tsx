import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, ProblemAlert } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import type { Line } from "./compare-original.js";
import { CorrectUtterance } from "./recording.graphql.js";

interface Props {
  recordingId: string;
  line: Line;
  /** Plays the line; undefined without media. */
  onPlay: (() => void) | undefined;
  /** Changes the speaker of the line instead of its text. */
  onChangeSpeaker: () => void;
  onCancel: () => void;
  onSaved: (text: string) => void;
  /** The line was changed by another user. */
  onStale: () => void;
}

/** A field in the place of a line. Enter saves the text, Escape cancels. */
export const LineEditor = (props: Props) => {
  const { recordingId, line, onPlay, onChangeSpeaker, onCancel, onSaved, onStale } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(line.text);
  const correct = useMutation(CorrectUtterance);
  // Before the browser handles another key, which would move the player.
  useLayoutEffect(() => {
    field.current!.focus();
    field.current!.setSelectionRange(line.text.length, line.text.length);
    // Only when the field appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const isStale = correct.problem?.code === "CONFLICT";
  const save = async (): Promise<void> => {
    const trimmed = text.trim();
    if (correct.isBusy || trimmed === "") return;
    if (trimmed === line.text) return onCancel();
    const { index, text: expectedText } = line;
    if (await correct.run({ recordingId, index, expectedText, text: trimmed })) onSaved(trimmed);
  };
  useEffect(() => {
    if (isStale) onStale();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [correct.problem]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Input methods end a word with Enter, too.
    if (event.isComposing) return;
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter" && !event.shiftKey) void save();
    else return;
    event.preventDefault();
  };
  return (
    <form
      class="line-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="field">
        <textarea
          ref={field}
          aria-label="Text of the line"
          rows={Math.min(8, Math.ceil(text.length / 48) + 1)}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {isStale ? (
        <p role="alert" class="field-error">
          Another user changed this line: “{line.text}” Save again to replace it.
        </p>
      ) : (
        <ProblemAlert problem={correct.problem} />
      )}
      <div class="actions">
        <Button kind="main" type="submit" isBusy={correct.isBusy}>
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {onPlay && (
          <Button kind="quiet" icon="play" onClick={onPlay}>
            Play
          </Button>
        )}
        {text === line.text && (
          <Button kind="quiet" icon="people" onClick={onChangeSpeaker}>
            Change speaker
          </Button>
        )}
        <span class="hint">Enter saves, Escape cancels</span>
      </div>
    </form>
  );
};
