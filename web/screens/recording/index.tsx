import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import {
  CurlHint,
  EmptyState,
  loadMarkdown,
  Markdown,
  ProblemAlert,
  Screen,
  Section,
  Skeleton,
  StatusBadge,
  Tags,
} from "../../parts/index.js";
import { formatPlace } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useConnection } from "../../lib/use-connection.js";
import { useQuery } from "../../lib/use-query.js";
import { CommentDialog, type CommentPlace } from "../comments/comment-dialog.js";
import { RecordingComments } from "../comments/comments.graphql.js";
import { AboutRecording } from "./about-recording.js";
import { CommentsSection } from "./comments-section.js";
import { HitsSection } from "./hits-section.js";
import { ReanalyzeSection } from "./reanalyze-section.js";
import { RecordingDeliveries } from "./recording-deliveries.js";
import { addMomentButtons } from "./moment-buttons.js";
import { MatchSection } from "./match-section.js";
import { NextStepsSection } from "./next-steps-section.js";
import type { TalkTurn } from "./player-controls.js";
import { Player } from "./player.js";
import { ProcessSection } from "./process-section.js";
import type { Recording as RecordingDetails } from "./types.js";
import { ReviewLine } from "./review-line.js";
import { Transcript } from "./transcript.js";
import { UnderstoodSection } from "./understood-section.js";
import { playFrom } from "./use-follow-playback.js";
import { usePageKeys } from "./use-page-keys.js";
import { usePollWhileWaiting } from "./use-poll-while-waiting.js";
import { VersionsSection } from "./versions-section.js";
import { RecordingById } from "./recording.graphql.js";

void loadMarkdown();

const TextSection = ({
  title,
  text,
  player,
}: {
  title: string;
  text: string | null;
  /** Set if there is media. The times that the text marks play. */
  player: RefObject<HTMLMediaElement | null> | undefined;
}) =>
  text && (
    <Section title={title}>
      <Markdown
        text={text}
        onRendered={
          player &&
          ((element) => addMomentButtons(element, (start) => playFrom(player.current!, start)))
        }
      />
    </Section>
  );

const SHORTEST_COACHED_MS = 60_000;

/** Says why there is no coaching. */
const NoCoaching = ({
  recording: { coaching, status, duration },
}: {
  recording: RecordingDetails;
}) =>
  status === "processed" &&
  coaching === null &&
  duration < SHORTEST_COACHED_MS && (
    <Section title="Coaching">
      <p class="muted">This call is too short for coaching: it has less than a minute.</p>
    </Section>
  );

const describeWait = ({
  status,
  transcribedPercent,
  transcriptionPlace: place,
}: RecordingDetails): string | null => {
  if (place !== null)
    return `The audio waits to be transcribed: ${formatPlace(place)}. Results appear here when the analysis is done.`;
  if (status === "received") return "Waiting for analysis.";
  if (status !== "processing") return null;
  return transcribedPercent === null
    ? "The analysis is running. Results appear here when it is done."
    : `The audio is being transcribed: ${transcribedPercent} %. Results appear here when the analysis is done.`;
};

const NO_COMMENTS = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** A pause after a line still belongs to it. */
const MAX_PAUSE_MS = 3_000;

/** Returns the selected words of the transcript, unless they belong to several lines. */
const findSelected = (turns: readonly TalkTurn[]): CommentPlace["line"] => {
  const selection = getSelection();
  const text = selection?.toString().trim() ?? "";
  const turn = selection?.anchorNode?.parentElement?.closest<HTMLElement>(".transcript li");
  if (text === "" || !turn) return undefined;
  const from = Number(turn.dataset["start"]);
  const line = turns.find(({ start, text: said }) => start >= from && said.includes(text));
  return line && { text, start: line.start };
};

/** Pauses the player. Returns where a comment may belong. `durationMs`: the call's, which limits the position. */
const findPlace = (
  media: HTMLMediaElement | null,
  turns: readonly TalkTurn[],
  durationMs: number,
): CommentPlace => {
  media?.pause();
  const selected = findSelected(turns);
  if (!media?.currentTime) return { selected, position: undefined, line: undefined };
  const position = Math.round(media.currentTime * 1000);
  // After a jump to a line, the position may be slightly before it.
  const line = turns.findLast((turn) => turn.start <= position + 1);
  return {
    selected,
    position: Math.min(position, durationMs),
    line: line && position <= line.end + MAX_PAUSE_MS ? line : undefined,
  };
};

const RecordingBody = ({
  recording,
  reload,
}: {
  recording: RecordingDetails;
  reload: () => void;
}) => {
  const player = useRef<HTMLMediaElement>(null);
  const [turns, setTurns] = useState<readonly TalkTurn[]>([]);
  const [commented, setCommented] = useState<CommentPlace>();
  const comments = useConnection(
    RecordingComments,
    { id: recording.id },
    (data) => data.recording?.comments ?? NO_COMMENTS,
  );
  const comment =
    recording.status === "processed"
      ? (): void => setCommented(findPlace(player.current, turns, recording.duration))
      : undefined;
  usePageKeys(player, comment);
  const media = recording.media ? player : undefined;
  const wait = describeWait(recording);
  return (
    <>
      <div class="title-badges">
        {recording.status !== "processed" && <StatusBadge status={recording.status} />}
        {recording.closed && <StatusBadge status="processed" text="deal closed" />}
        <Tags tags={recording.tags} />
      </div>
      <ReanalyzeSection recording={recording} reload={reload} />
      {wait && <p class="muted">{wait}</p>}
      <Player
        // Another file, such as one with silenced parts, starts anew.
        key={recording.media?.createdAt}
        recording={recording}
        element={player}
        turns={turns}
        comments={comments.nodes ?? []}
        onComment={comment}
      />
      <div class="columns">
        <div>
          <TextSection title="Coaching" text={recording.coaching} player={media} />
          <NoCoaching recording={recording} />
          <TextSection title="Summary" text={recording.summary} player={media} />
          {comment && (
            <CommentsSection comments={comments} player={media} onComment={comment}>
              <ReviewLine key={recording.id} id={recording.id} />
            </CommentsSection>
          )}
        </div>
        <div>
          <ProcessSection recording={recording} player={media} reload={reload} />
          {recording.status === "processed" && <NextStepsSection recording={recording} />}
          <HitsSection recording={recording} player={media} />
          <MatchSection recording={recording} reload={reload} />
          <AboutRecording recording={recording} />
          {recording.status === "processed" && (
            // Its list reloads when a new analysis replaces the current one.
            <VersionsSection key={recording.updatedAt} recording={recording} reload={reload} />
          )}
          {recording.deliveries && (
            <RecordingDeliveries recording={recording} deliveries={recording.deliveries} />
          )}
        </div>
        <div>
          {recording.status === "processed" && (
            <Transcript
              recording={recording}
              player={media}
              reloadRecording={reload}
              onLoaded={setTurns}
            />
          )}
          {recording.status === "failed" && (
            <UnderstoodSection recording={recording} player={media} />
          )}
          <TextSection title="Notes" text={recording.notes} player={media} />
        </div>
      </div>
      {commented && (
        <CommentDialog
          recordingId={recording.id}
          rep={recording.user}
          place={commented}
          onClose={() => setCommented(undefined)}
          onDone={() => {
            setCommented(undefined);
            comments.reload();
          }}
        />
      )}
    </>
  );
};

const Recording = ({ id }: { id: string }) => {
  const { data, problem, isBusy, reload } = useQuery(RecordingById, {
    id,
    isAdmin: useIsAdmin(),
    isManager: useIsManager(),
  });
  const recording = data?.recording;
  usePollWhileWaiting(recording?.status, isBusy, reload);
  return (
    <Screen title={recording?.name ?? "Recording"}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {recording && <RecordingBody recording={recording} reload={reload} />}
      {!data && isBusy && <Skeleton rows={20} />}
      {data && !recording && (
        <EmptyState title="Recording not found">
          <p>It may have been erased, or it belongs to another organization.</p>
          <p>
            <a href={href("/recordings")}>Show all recordings</a>
          </p>
        </EmptyState>
      )}
      <CurlHint path={`recordings/${id}`} />
      <CurlHint path={`recordings/${id}/transcript`} title="Get the transcript with curl" />
    </Screen>
  );
};

export default Recording;
