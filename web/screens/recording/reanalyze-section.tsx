import { Button, ProblemAlert } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import { Reanalyze } from "./recording.graphql.js";
import type { Recording } from "./types.js";

const failureTexts = {
  failed: "Analysis failed",
  processed: "Repeating the analysis failed",
};

/** Shows why the analysis failed, and a button to repeat it. */
export const ReanalyzeSection = ({
  recording,
  reload,
}: {
  recording: Recording;
  reload: () => void;
}) => {
  const reanalyze = useMutation(Reanalyze);
  if (recording.status !== "failed" && recording.status !== "processed") return null;
  const start = async (): Promise<void> => {
    if (!(await reanalyze.run({ recordingId: recording.id }))) return;
    showToast(
      recording.status === "failed"
        ? "Queued for analysis"
        : "Queued for analysis. The present results stay until then.",
    );
    reload();
  };
  const reason =
    recording.failureReason && `${failureTexts[recording.status]}: ${recording.failureReason}`;
  return (
    <>
      <ProblemAlert problem={reason ? { code: "FAILED", message: reason } : undefined} />
      <ProblemAlert problem={reanalyze.problem} />
      <div class="actions">
        <Button isBusy={reanalyze.isBusy} onClick={() => void start()}>
          Analyse again
        </Button>
      </div>
    </>
  );
};
