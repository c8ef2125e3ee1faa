import { Button, ProblemAlert } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { formatCount } from "../../lib/format.js";
import { showToast } from "../../lib/toast.js";
import { ReanalyzeFailed } from "./recordings.graphql.js";

/** A button that repeats all failed analyses. */
export const FailedRecordings = ({ reload }: { reload: () => void }) => {
  const reanalyze = useMutation(ReanalyzeFailed);
  const start = async (): Promise<void> => {
    const data = await reanalyze.run({});
    if (!data) return;
    const count = data.reanalyzeFailed;
    showToast(`${formatCount(count, "recording")} queued for analysis`);
    reload();
  };
  return (
    <>
      <ProblemAlert problem={reanalyze.problem} />
      <Button isBusy={reanalyze.isBusy} onClick={() => void start()}>
        Analyse all again
      </Button>
    </>
  );
};
