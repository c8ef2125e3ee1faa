import { useState } from "preact/hooks";
import { Button, Confirm, Time } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import type { SpeakerChange } from "./compare-original.js";
import { UndoTranscriptCorrections } from "./recording.graphql.js";
import type { Recording } from "./types.js";

interface Props {
  recording: Recording;
  correctedAt: string;
  correctedBy: string | null;
  speakers: readonly SpeakerChange[];
  onDone: () => void;
}

/** Shows who corrected the transcript, and how the speakers changed, with a button that undoes all corrections. */
export const CorrectionsNote = ({
  recording,
  correctedAt,
  correctedBy,
  speakers,
  onDone,
}: Props) => {
  const undo = useMutation(UndoTranscriptCorrections);
  const [isAsking, setAsking] = useState(false);
  const undoAll = async (): Promise<void> => {
    if (!(await undo.run({ recordingId: recording.id }))) return;
    setAsking(false);
    showToast("Corrections undone");
    onDone();
  };
  return (
    <div class="corrections">
      <div>
        <p>
          Corrected{correctedBy !== null && ` by ${correctedBy}`}, <Time at={correctedAt} />
        </p>
        {speakers.length > 0 && (
          <ul class="muted">
            {speakers.map(({ from, to }) => (
              <li key={from}>
                {from} → {to}
              </li>
            ))}
          </ul>
        )}
        {recording.canReanalyze && (
          <p class="muted">To update summary and coaching, choose “Analyse again”.</p>
        )}
      </div>
      <Button onClick={() => setAsking(true)}>Undo corrections</Button>
      {isAsking && (
        <Confirm
          title="Undo corrections"
          action="Undo corrections"
          mutation={undo}
          onClose={() => setAsking(false)}
          onConfirm={() => void undoAll()}
        >
          <p>This restores the transcript from before its first correction.</p>
          <p class="muted">All corrections of lines and speakers are lost.</p>
        </Confirm>
      )}
    </div>
  );
};
