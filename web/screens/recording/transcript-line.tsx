import { useId, useState } from "preact/hooks";
import { Icon } from "../../parts/index.js";
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

interface Props {
  line: Line;
  /** What a click does; undefined: the line is only text. */
  action: "play" | "correct" | undefined;
  tabIndex: 0 | -1;
  onCorrect: () => void;
}

/** A line, as a button that plays or corrects it, and a mark that shows the original of a corrected one. */
export const TranscriptLine = ({ line, action, tabIndex, onCorrect }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { index, start, text, original } = line;
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
      {original && (
        <button
          type="button"
          class="corrected"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          corrected
        </button>
      )}
      {original && isOpen && <Original line={line} original={original} id={id} />}
    </div>
  );
};
