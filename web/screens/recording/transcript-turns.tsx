import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon, Moment, ProblemAlert } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import type { Line } from "./compare-original.js";
import { LineEditor } from "./line-editor.js";
import { type SpeakerChoice, SpeakerDialog } from "./speaker-dialog.js";
import { TranscriptLine } from "./transcript-line.js";
import { RestoreHeardWords } from "./recording.graphql.js";
import type { Recording } from "./types.js";
import { playFrom, useFollowPlayback } from "./use-follow-playback.js";

const isSameSpeaker = (one: Line, other: Line): boolean =>
  one.speaker === other.speaker && one.role === other.role;

/** Groups consecutive lines of one speaker. */
const groupTurns = (lines: readonly Line[]): Line[][] => {
  const turns: Line[][] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    if (last && isSameSpeaker(last[0]!, line)) last.push(line);
    else turns.push([line]);
  }
  return turns;
};

interface TurnProps {
  turn: readonly Line[];
  /** Undefined: the speaker is only text. */
  onChangeSpeaker: (() => void) | undefined;
  children: ComponentChildren;
}

const Turn = ({ turn, onChangeSpeaker, children }: TurnProps) => {
  const { start, speaker, role } = turn[0]!;
  const name = (
    <>
      {speaker}
      {role !== "other" && <span class="muted"> · {role}</span>}
    </>
  );
  return (
    <li class={role} data-start={start}>
      <Moment ms={start} />
      {onChangeSpeaker ? (
        <button
          type="button"
          class="speaker"
          aria-haspopup="dialog"
          title="Change the speaker"
          onClick={onChangeSpeaker}
        >
          <span>{name}</span>
          <Icon name="edit" />
        </button>
      ) : (
        <p class="speaker">{name}</p>
      )}
      {children}
    </li>
  );
};

interface Props {
  recording: Recording;
  lines: readonly Line[];
  isCorrecting: boolean;
  /** Set if there is media. */
  player: RefObject<HTMLMediaElement | null> | undefined;
  onTextSaved: (index: number, text: string) => void;
  /** The transcript has changed. */
  onChanged: () => void;
}

/** The turns of the call. A line plays the recording from there, or is corrected in place. */
export const TranscriptTurns = (props: Props) => {
  const { recording, lines, isCorrecting, player, onTextSaved, onChanged } = props;
  const list = useRef<HTMLOListElement>(null);
  const [edited, setEdited] = useState<number>();
  const [returnTo, setReturnTo] = useState<number>();
  const [assigned, setAssigned] = useState<SpeakerChoice>();
  const turns = useMemo(() => groupTurns(lines), [lines]);
  // Each of these changes the rendered buttons.
  const buttons = useMemo(() => ({ lines, isCorrecting, edited }), [lines, isCorrecting, edited]);
  useFollowPlayback(player ?? { current: null }, list, buttons);
  // The focused field or button has disappeared, so the focus moves back to the line.
  useEffect(() => {
    if (returnTo !== undefined && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-index="${returnTo}"]`)?.focus();
  }, [edited, returnTo, lines]);
  const restore = useMutation(RestoreHeardWords);
  const restoreHeard = async (line: number): Promise<void> => {
    if (!(await restore.run({ recordingId: recording.id, lines: [line] }))) return;
    showToast("Written as heard");
    setReturnTo(line);
    onChanged();
  };
  const closeEditor = (line: number | undefined): void => {
    setReturnTo(line);
    setEdited(undefined);
  };
  const action = isCorrecting ? "correct" : player && "play";
  const renderLine = (line: Line) =>
    isCorrecting && line.index === edited ? (
      <LineEditor
        key={line.index}
        recordingId={recording.id}
        line={line}
        onPlay={player && (() => playFrom(player.current!, line.start))}
        onChangeSpeaker={() => setAssigned({ turn: [line], isOfLines: true })}
        onCancel={() => closeEditor(line.index)}
        onSaved={(text) => {
          onTextSaved(line.index, text);
          closeEditor(line.index);
        }}
        onStale={onChanged}
      />
    ) : (
      <TranscriptLine
        key={line.index}
        line={line}
        action={action}
        tabIndex={line.index === 0 || !player ? 0 : -1}
        onCorrect={() => setEdited(line.index)}
        onRestoreHeard={() => void restoreHeard(line.index)}
      />
    );
  return (
    <>
      <ProblemAlert problem={restore.problem} />
      <ol class="transcript" ref={list}>
        {turns.map((turn) => (
          <Turn
            key={turn[0]!.index}
            turn={turn}
            onChangeSpeaker={
              isCorrecting ? () => setAssigned({ turn, isOfLines: false }) : undefined
            }
          >
            {action || turn.some(({ original, heard }) => original ?? heard) ? (
              <div>{turn.map(renderLine)}</div>
            ) : (
              <p>{turn.map(({ text }) => text).join(" ")}</p>
            )}
          </Turn>
        ))}
      </ol>
      {assigned && (
        <SpeakerDialog
          recording={recording}
          choice={assigned}
          lineCount={lines.filter((line) => isSameSpeaker(line, assigned.turn[0]!)).length}
          onClose={() => setAssigned(undefined)}
          onDone={() => {
            setAssigned(undefined);
            closeEditor(assigned.turn[0]!.index);
            showToast("Speaker changed");
            onChanged();
          }}
        />
      )}
    </>
  );
};
