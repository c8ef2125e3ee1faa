import { useId, useState } from "preact/hooks";
import { Button, Icon } from "../../parts/index.js";
import { formatSpeaker, type Line, type OriginalUtterance } from "./compare-original.js";

const Original = ({
  line,
  original,
  id,
}: {
  line: Line;
  original: OriginalUtterance;
  id: string;
}) => (
  <p class="original" id={id}>
    <span class="muted">Original: </span>
    {formatSpeaker(original) !== formatSpeaker(line) && (
      <span class="muted">{formatSpeaker(original)}: </span>
    )}
    {original.text}
  </p>
);

/** What debrief heard on a line that it repaired, with a button that writes it. */
const Heard = ({ heard, id, onRestore }: { heard: string; id: string; onRestore: () => void }) => (
  <p class="original" id={id}>
    <span class="muted">Heard: </span>
    {heard}{" "}
    <Button kind="quiet" onClick={onRestore}>
      Write it as heard
    </Button>
  </p>
);

interface Props {
  line: Line;
  /** What a click does; undefined: the line is only text. */
  action: "play" | "correct" | undefined;
  tabIndex: 0 | -1;
  onCorrect: () => void;
  /** Writes a repaired line as it was heard. */
  onRestoreHeard: () => void;
}

/** A line, as a button that plays or corrects it, and a mark that shows the original of a corrected or repaired one. */
export const TranscriptLine = ({ line, action, tabIndex, onCorrect, onRestoreHeard }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { index, start, text, original, heard } = line;
  const mark = original ? "corrected" : heard !== null && "repaired";
  return (
    <div class="line-row">
      {action === undefined && <p>{text}</p>}
      {action === "play" && (
        <button type="button" class="line" value={start} data-index={index} tabIndex={tabIndex}>
          {text}
        </button>
      )}
      {action === "correct" && (
        <button
          type="button"
          class="line correctable"
          value={start}
          data-index={index}
          tabIndex={tabIndex}
          title="Correct this line"
          onClick={onCorrect}
        >
          <span>{text}</span>
          <Icon name="edit" />
        </button>
      )}
      {mark && (
        <button
          type="button"
          class="corrected"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {mark}
        </button>
      )}
      {original && isOpen && <Original line={line} original={original} id={id} />}
      {!original && heard !== null && isOpen && (
        <Heard heard={heard} id={id} onRestore={onRestoreHeard} />
      )}
    </div>
  );
};
