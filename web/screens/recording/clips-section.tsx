import type { RefObject } from "preact";
import { Button, ProblemAlert, Section } from "../../parts/index.js";
import type { QueryState } from "../../lib/use-query.js";
import { ClipItem } from "../library/clip-item.js";
import type { RecordingClipsQuery } from "../library/library.graphql.js";

/** The clips of the call. */
export const ClipsSection = ({
  clips: { data, problem, reload },
  player,
  onMake,
}: {
  clips: QueryState<RecordingClipsQuery>;
  /** Set if there is media. */
  player: RefObject<HTMLMediaElement | null> | undefined;
  onMake: () => void;
}) => {
  const clips = data?.recording?.clips ?? [];
  return (
    <Section title="Clips" actions={<Button onClick={onMake}>Make a clip</Button>}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {data && clips.length === 0 && (
        <p class="muted">
          No clips yet. A clip is a moment of the call to share, such as a good close.
        </p>
      )}
      {clips.length > 0 && (
        <ul class="threads">
          {clips.map((clip) => (
            <ClipItem
              key={clip.id}
              clip={clip}
              isOfRecording
              recordingPlayer={player}
              onChanged={reload}
            />
          ))}
        </ul>
      )}
    </Section>
  );
};
