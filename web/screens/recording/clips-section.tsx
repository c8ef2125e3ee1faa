import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { Button, ProblemAlert, Section } from "../../parts/index.js";
import type { QueryState } from "../../lib/use-query.js";
import { ClipItem } from "../library/clip-item.js";
import { ShareCallDialog } from "../library/share-call-dialog.js";
import { ShareDialog } from "../library/share-dialog.js";
import type { RecordingClipsQuery } from "../library/library.graphql.js";

/** The clips of the call, and whether it is shared. */
export const ClipsSection = ({
  recording,
  clips: { data, problem, reload },
  player,
  onMake,
}: {
  recording: { id: string; name: string };
  clips: QueryState<RecordingClipsQuery>;
  /** Set if there is media. */
  player: RefObject<HTMLMediaElement | null> | undefined;
  onMake: () => void;
}) => {
  const clips = data?.recording?.clips ?? [];
  const [isSharing, setSharing] = useState(false);
  const shared = clips.find(({ isWhole, canChange }) => isWhole && canChange);
  const stopSharing = (): void => setSharing(false);
  return (
    <Section
      title="Clips"
      actions={
        <>
          <Button onClick={() => setSharing(true)}>Share the call</Button>
          <Button onClick={onMake}>Make a clip</Button>
        </>
      }
    >
      <ProblemAlert problem={problem} onRetry={reload} />
      {data && clips.length === 0 && (
        <p class="muted">
          No clips yet. A clip is a moment of the call to share, such as a good close.
        </p>
      )}
      {isSharing &&
        (shared ? (
          <ShareDialog clip={shared} onClose={stopSharing} onChanged={reload} />
        ) : (
          <ShareCallDialog
            recording={recording}
            onClose={stopSharing}
            onDone={() => {
              stopSharing();
              reload();
            }}
          />
        ))}
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
