import type { RefObject } from "preact";
import { useMemo } from "preact/hooks";
import { ProblemAlert, Section } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { compareOriginal } from "./compare-original.js";
import { NoticesNote } from "./notices-note.js";
import { RecordingUnderstood } from "./recording.graphql.js";
import { TranscriptTurns } from "./transcript-turns.js";
import type { Recording } from "./types.js";

const ignore = (): void => {};

/** What was understood of a failed recording, and the notices of its audio; nothing without either. */
export const UnderstoodSection = ({
  recording,
  player,
}: {
  recording: Recording;
  /** Set if there is media. */
  player: RefObject<HTMLMediaElement | null> | undefined;
}) => {
  const { data, problem, reload } = useQuery(RecordingUnderstood, { id: recording.id });
  const found = data?.recording;
  const { lines } = useMemo(() => compareOriginal(found?.understood ?? [], null), [found]);
  if (problem) return <ProblemAlert problem={problem} onRetry={reload} />;
  if (!found || (lines.length === 0 && found.notices.length === 0)) return null;
  if (lines.length === 0)
    return (
      <Section title="What was noticed">
        <NoticesNote notices={found.notices} />
      </Section>
    );
  return (
    <Section title="What was understood">
      <p class="muted">These parts of the call have a text. They are not analysed.</p>
      <NoticesNote notices={found.notices} />
      <TranscriptTurns
        recording={recording}
        lines={lines}
        isCorrecting={false}
        player={player}
        onTextSaved={ignore}
        onChanged={ignore}
      />
    </Section>
  );
};
