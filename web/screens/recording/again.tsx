import { Button, Problem } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { say } from "../../src/say.js";
import { Reanalyze } from "../recording.graphql.js";
import type { Recording } from "./shape.js";

const failed = {
  failed: "The analysis failed",
  processed: "Analysing it again failed",
};

/** Why the analysis failed, and a way to have it made again. */
export const Again = ({ of, reload }: { of: Recording; reload: () => void }) => {
  const reanalyze = useMutation(Reanalyze);
  if (of.status !== "failed" && of.status !== "processed") return null;
  const begin = async (): Promise<void> => {
    if (!(await reanalyze.run({ recordingId: of.id }))) return;
    say(
      of.status === "failed"
        ? "It will be analysed again"
        : "It will be analysed again; until then it stays as it is",
    );
    reload();
  };
  const reason = of.failureReason && `${failed[of.status]}: ${of.failureReason}`;
  return (
    <>
      <Problem of={reason ? { code: "FAILED", message: reason } : undefined} />
      <Problem of={reanalyze.problem} />
      <div class="actions">
        <Button busy={reanalyze.busy} onClick={() => void begin()}>
          Analyse again
        </Button>
      </div>
    </>
  );
};
