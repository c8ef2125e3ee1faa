import { useState } from "preact/hooks";
import { Button, Dialog, ProblemAlert, Select, Skeleton } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { listAnalysisRows } from "./analysis-rows.js";
import { AnalysisContent, RestoreAnalysis } from "./recording.graphql.js";
import type { Recording } from "./types.js";

/** The option value for the recording's current analysis. */
const PRESENT = 0;

interface Props {
  recording: Recording;
  /** The version on the left side. */
  version: number;
  /** The versions to choose from for the right side. */
  versions: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** Shows two analyses side by side, and restores the left one. */
export const CompareDialog = ({ recording, version, versions, onClose, onDone }: Props) => {
  const [other, setOther] = useState(PRESENT);
  const left = useQuery(AnalysisContent, { id: recording.id, version });
  const right = useQuery(AnalysisContent, { id: recording.id, version: other });
  const isManager = useIsManager();
  const restore = useMutation(RestoreAnalysis);
  const leftContent = left.data?.analysisContent;
  const loaded = right.data?.analysisContent;
  // While another version is loading, the query still contains the previous one.
  const rightContent =
    other === PRESENT ? recording : loaded?.version === other ? loaded : undefined;
  const submit = async (): Promise<void> => {
    if (!(await restore.run({ recordingId: recording.id, version }))) return;
    showToast(`Version ${version} restored`);
    onDone();
  };
  return (
    <Dialog title="Compare analyses" onClose={onClose}>
      <div class="form">
        <ProblemAlert problem={left.problem ?? right.problem ?? restore.problem} />
        <Select
          label="Compare with"
          value={`${other}`}
          options={Object.fromEntries([
            [PRESENT, "the present analysis"],
            ...versions
              .filter((number) => number !== version)
              .map((number) => [number, `version ${number}`]),
          ])}
          onChange={(event) => setOther(Number(event.currentTarget.value))}
        />
        {leftContent && rightContent ? (
          <table class="comparison">
            <thead>
              <tr>
                <th scope="col">Part</th>
                <th scope="col">Version {version}</th>
                <th scope="col">{other === PRESENT ? "Present" : `Version ${other}`}</th>
              </tr>
            </thead>
            <tbody>
              {listAnalysisRows(leftContent, rightContent).map(({ title, values }) => (
                <tr key={title} class={values[0] === values[1] ? "muted" : undefined}>
                  <th scope="row">{title}</th>
                  <td>{values[0] || "—"}</td>
                  <td>{values[1] || "—"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <Skeleton rows={6} />
        )}
        <p class="muted">
          Restoring keeps the transcript and its metrics. The current analysis becomes a version.
        </p>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          {isManager && (
            <Button kind="main" isBusy={restore.isBusy} onClick={() => void submit()}>
              Restore version {version}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
};
