import type { RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button, ProblemAlert, Section, Skeleton, Time } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { compareOriginal, type Line } from "./compare-original.js";
import { CorrectionsNote } from "./corrections-note.js";
import { NoticesNote } from "./notices-note.js";
import {
  RecordingTranscript,
  type RecordingTranscriptQuery,
  RestoreHeardWords,
  SwapSides,
} from "./recording.graphql.js";
import type { TalkTurn } from "./player-controls.js";
import { TranscriptTurns } from "./transcript-turns.js";
import type { Recording } from "./types.js";
import { useJumpToTime } from "./use-jump-to-time.js";

const NoTranscript = ({ removedAt }: { removedAt: string | null }) => (
  <p class="muted">
    {removedAt === null ? (
      "This call has no transcript."
    ) : (
      <>
        The retention settings removed the transcript on <Time at={removedAt} isDayOnly />.
      </>
    )}
  </p>
);

/** Says that words were repaired, with a button that takes all repairs back. */
const RepairsNote = ({
  recordingId,
  lines,
  onDone,
}: {
  recordingId: string;
  lines: readonly Line[];
  onDone: () => void;
}) => {
  const restore = useMutation(RestoreHeardWords);
  const count = lines.filter(({ heard }) => heard !== null).length;
  const restoreAll = async (): Promise<void> => {
    if (!(await restore.run({ recordingId }))) return;
    showToast("Written as heard");
    onDone();
  };
  if (count === 0) return null;
  return (
    <div class="corrections">
      <div>
        <p>
          Names and terms that debrief knows were repaired in{" "}
          {count === 1 ? "one line" : `${count} lines`}
        </p>
        <ProblemAlert problem={restore.problem} />
      </div>
      <Button isBusy={restore.isBusy} onClick={() => void restoreAll()}>
        Write as heard
      </Button>
    </div>
  );
};

/** A corrected text, shown until the transcript is loaded again. */
interface SavedText {
  data: RecordingTranscriptQuery | undefined;
  index: number;
  text: string;
}

/** Returns the lines of the transcript, and the corrections. */
const useLines = (data: RecordingTranscriptQuery | undefined, saved: SavedText | undefined) =>
  useMemo(() => {
    const lines = [...(data?.recording?.transcript ?? [])];
    if (saved && saved.data === data)
      lines[saved.index] = { ...lines[saved.index]!, text: saved.text, heard: null };
    return compareOriginal(lines, data?.originalTranscript ?? null);
  }, [data, saved]);

/** Says that the rep's numbers are missing, and how to get them. */
const NoRepNote = ({ recording, onStart }: { recording: Recording; onStart: () => void }) => (
  <div class="notices">
    <p>
      No line here is marked as {recording.user.name}'s, so this call has no talk ratio and counts
      in no average of the rep's.
    </p>
    <Button icon="edit" onClick={onStart}>
      Say who speaks
    </Button>
  </div>
);

interface Props {
  recording: Recording;
  /** Set if there is media. */
  player: RefObject<HTMLMediaElement | null> | undefined;
  /** Loads the recording again, whose metrics follow the transcript. */
  reloadRecording: () => void;
  /** Receives the utterances, each time they are loaded. */
  onLoaded: (turns: readonly TalkTurn[]) => void;
}

/** The transcript, loaded after the rest of the page because it may be long. Users correct it in place. */
export const Transcript = ({ recording, player, reloadRecording, onLoaded }: Props) => {
  const { id } = recording;
  const { data, problem, reload } = useQuery(RecordingTranscript, { id });
  const [isCorrecting, setCorrecting] = useState(false);
  const [saved, setSaved] = useState<SavedText>();
  const { lines, speakers } = useLines(data, saved);
  useJumpToTime(player, lines.length > 0);
  const transcript = data?.recording?.transcript;
  useEffect(() => onLoaded(transcript ?? []), [transcript, onLoaded]);
  const swap = useMutation(SwapSides);
  const reloadAll = (): void => {
    reload();
    reloadRecording();
  };
  const swapSides = async (): Promise<void> => {
    if (!(await swap.run({ recordingId: id }))) return;
    showToast("Sides swapped");
    reloadAll();
  };
  const actions = lines.length > 0 && (
    <div class="actions">
      {isCorrecting && lines.some(({ role }) => role !== "other") && (
        <Button icon="swap" isBusy={swap.isBusy} onClick={() => void swapSides()}>
          Swap sides
        </Button>
      )}
      <Button
        key="toggle"
        icon={isCorrecting ? "check" : "edit"}
        onClick={() => setCorrecting(!isCorrecting)}
      >
        {isCorrecting ? "Done" : "Correct"}
      </Button>
    </div>
  );
  const found = data?.recording;
  return (
    <Section title="Transcript" actions={actions}>
      <ProblemAlert problem={problem} onRetry={reload} />
      <ProblemAlert problem={swap.problem} />
      {isCorrecting && (
        <p class="hint">
          Select a line to correct its text, or a speaker to say who it is. The original is kept.
        </p>
      )}
      {found?.transcriptCorrectedAt && (
        <CorrectionsNote
          recording={recording}
          correctedAt={found.transcriptCorrectedAt}
          correctedBy={found.transcriptCorrectedBy ?? null}
          speakers={speakers}
          onDone={reloadAll}
        />
      )}
      <RepairsNote recordingId={id} lines={lines} onDone={reloadAll} />
      {found && <NoticesNote notices={found.notices} />}
      {lines.length > 0 && !isCorrecting && lines.every(({ role }) => role !== "rep") && (
        <NoRepNote recording={recording} onStart={() => setCorrecting(true)} />
      )}
      {!data && !problem && <Skeleton rows={8} />}
      {found && lines.length === 0 && <NoTranscript removedAt={found.transcriptRemovedAt} />}
      {lines.length > 0 && (
        <TranscriptTurns
          // A new mode starts without an open field.
          key={`${isCorrecting}`}
          recording={recording}
          lines={lines}
          isCorrecting={isCorrecting}
          player={player}
          onTextSaved={(index, text) => {
            setSaved({ data, index, text });
            reloadAll();
          }}
          onChanged={reloadAll}
        />
      )}
    </Section>
  );
};
