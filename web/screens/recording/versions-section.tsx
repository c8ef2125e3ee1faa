import { useState } from "preact/hooks";
import { Button, ProblemAlert, Section, Time } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { CompareDialog } from "./compare-dialog.js";
import { AnalysisVersions } from "./recording.graphql.js";
import type { Recording } from "./types.js";

/** Lists earlier analyses, each with a button that compares it with the current one. */
export const VersionsSection = ({
  recording,
  reload,
}: {
  recording: Recording;
  reload: () => void;
}) => {
  const [compared, setCompared] = useState<number>();
  const query = useQuery(AnalysisVersions, { id: recording.id });
  const versions = query.data?.recording?.analyses.nodes ?? [];
  if (query.problem) return <ProblemAlert problem={query.problem} onRetry={query.reload} />;
  if (versions.length === 0) return null;
  return (
    <Section title="Earlier analyses">
      <ul class="items">
        {versions.map(({ version, replacedAt }) => (
          <li key={version}>
            <span>
              Version {version}
              <span class="muted second-line">
                replaced <Time at={replacedAt} />
              </span>
            </span>
            <Button onClick={() => setCompared(version)}>Compare version {version}</Button>
          </li>
        ))}
      </ul>
      {compared !== undefined && (
        <CompareDialog
          recording={recording}
          version={compared}
          versions={versions.map(({ version }) => version)}
          onClose={() => setCompared(undefined)}
          onDone={() => {
            setCompared(undefined);
            query.reload();
            reload();
          }}
        />
      )}
    </Section>
  );
};
