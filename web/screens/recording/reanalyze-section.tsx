import { useState } from "preact/hooks";
import { Button, Confirm, Menu, ProblemAlert } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import { formatFields } from "./analysis-fields.js";
import { Reanalyze } from "./recording.graphql.js";
import type { Recording } from "./types.js";

const failureTexts = {
  failed: "Analysis failed",
  processed: "Repeating the analysis failed",
};

/** Shows why the analysis failed and, if it can be repeated, a button to do so: in a menu, unless it failed. */
export const ReanalyzeSection = ({
  recording,
  reload,
}: {
  recording: Recording;
  reload: () => void;
}) => {
  const reanalyze = useMutation(Reanalyze);
  const [isAsking, setAsking] = useState(false);
  const { id: recordingId, status, editedFields, failureReason } = recording;
  if (status !== "failed" && status !== "processed") return null;
  const start = async (replaceEdited: boolean): Promise<void> => {
    if (!(await reanalyze.run({ recordingId, replaceEdited }))) return;
    setAsking(false);
    showToast(
      status === "failed"
        ? "Queued for analysis"
        : "Queued for analysis. The current results stay until then.",
    );
    reload();
  };
  const reason = failureReason && `${failureTexts[status]}: ${failureReason}`;
  const again = (
    <Button
      isBusy={reanalyze.isBusy}
      onClick={() => (editedFields.length > 0 ? setAsking(true) : void start(false))}
    >
      Analyse again
    </Button>
  );
  return (
    <>
      <ProblemAlert problem={reason ? { code: "FAILED", message: reason } : undefined} />
      {!isAsking && <ProblemAlert problem={reanalyze.problem} />}
      {recording.canReanalyze && (status === "failed" ? again : <Menu label="More">{again}</Menu>)}
      {isAsking && (
        <Confirm
          title="Replace edited results"
          action="Analyse again"
          mutation={reanalyze}
          onClose={() => setAsking(false)}
          onConfirm={() => void start(true)}
        >
          <p>
            A user wrote these parts: <strong>{formatFields(editedFields)}</strong>. The new
            analysis replaces them.
          </p>
          <p class="muted">You can restore them under Earlier analyses.</p>
        </Confirm>
      )}
    </>
  );
};
