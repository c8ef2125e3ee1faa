import { useRef, useState } from "preact/hooks";
import { EmptyState, loadMarkdown, ProblemAlert, Screen, Skeleton } from "../../parts/index.js";
import { formatPlace } from "../../lib/format.js";
import { href, useFilters } from "../../lib/location.js";
import { shortenCallName } from "../../lib/shorten-call-name.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useConnection } from "../../lib/use-connection.js";
import { useQuery } from "../../lib/use-query.js";
import { CommentDialog, type CommentPlace } from "../comments/comment-dialog.js";
import { RecordingComments } from "../comments/comments.graphql.js";
import { useThreads } from "../comments/use-threads.js";
import { ClipDialog } from "../library/clip-dialog.js";
import { RecordingClips } from "../library/library.graphql.js";
import { CallLine } from "./call-line.js";
import { ClipsSection } from "./clips-section.js";
import { CommentsSection } from "./comments-section.js";
import { Details } from "./details.js";
import { findPlace } from "./find-place.js";
import { HitsSection } from "./hits-section.js";
import { MatchSection } from "./match-section.js";
import { NextStepsSection } from "./next-steps-section.js";
import type { TalkTurn } from "./player-controls.js";
import { Player } from "./player.js";
import { ProcessSection } from "./process-section.js";
import type { Recording as RecordingDetails } from "./types.js";
import { ReviewLine } from "./review-line.js";
import { TalkSection } from "./talk-section.js";
import { NoCoaching, TextSection } from "./text-sections.js";
import { Transcript } from "./transcript.js";
import { UnderstoodSection } from "./understood-section.js";
import { useFollowUps } from "./use-follow-ups.js";
import { usePageKeys } from "./use-page-keys.js";
import { usePollWhileWaiting } from "./use-poll-while-waiting.js";
import { RecordingById } from "./recording.graphql.js";

void loadMarkdown();

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
  const [draft, setDraft] = useState("");
  const [clipped, setClipped] = useState<CommentPlace>();
  const clips = useQuery(RecordingClips, { id: recording.id });
  const comments = useConnection(
    RecordingComments,
    { id: recording.id },
    (data) => data.recording?.comments ?? NO_COMMENTS,
  );
  const { threads, refresh } = useThreads(comments);
  const comment =
    recording.status === "processed"
      ? (): void => setCommented(findPlace(player.current, turns, recording.duration))
      : undefined;
  const clip =
    comment && recording.duration > 0
      ? (): void => setClipped(findPlace(player.current, turns, recording.duration))
      : undefined;
  usePageKeys(player, comment);
  const media = recording.media ? player : undefined;
  const [{ tab }] = useFilters(["tab"]);
  const isDetails = tab === "details";
  const tabHref = (name?: string): string =>
    href("/recordings/:id", { id: recording.id }, { tab: name });
  const wait = describeWait(recording);
  return (
    <>
      <CallLine recording={recording} reload={reload} />
      {wait && <p class="muted">{wait}</p>}
      <Player
        // Another file, such as one with silenced parts, starts anew.
        key={recording.media?.createdAt}
        recording={recording}
        element={player}
        turns={turns}
        comments={threads}
        onComment={comment}
      />
      <nav class="views" aria-label="Parts of this page">
        <ul>
          <li>
            <a href={tabHref()} aria-current={isDetails ? undefined : "page"}>
              Call
            </a>
          </li>
          <li>
            <a href={tabHref("details")} aria-current={isDetails ? "page" : undefined}>
              Details
            </a>
          </li>
        </ul>
      </nav>
      {isDetails && <Details recording={recording} reload={reload} />}
      {/* Stays, so that drafts and the place in the transcript do. */}
      <div hidden={isDetails}>
        <ProcessSection recording={recording} player={media} reload={reload} />
        <div class="columns call">
          <div>
            <TextSection title="What to try" text={recording.coaching} player={media} />
            <NoCoaching recording={recording} />
            {recording.status === "processed" && <NextStepsSection recording={recording} />}
            <TextSection title="Summary" text={recording.summary} player={media} />
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
          <div>
            {comment && (
              <CommentsSection
                comments={comments}
                threads={threads}
                refresh={refresh}
                player={media}
                onComment={comment}
              >
                <ReviewLine key={recording.id} id={recording.id} />
              </CommentsSection>
            )}
            {clip && (
              <ClipsSection recording={recording} clips={clips} player={media} onMake={clip} />
            )}
            <HitsSection recording={recording} player={media} />
            <MatchSection recording={recording} reload={reload} />
            <TalkSection recording={recording} />
          </div>
        </div>
      </div>
      {clipped && (
        <ClipDialog
          // The transcript may arrive later.
          key={`${turns.length > 0}`}
          recordingId={recording.id}
          durationMs={recording.duration}
          lines={turns}
          selected={clipped.selected?.start}
          position={clipped.position ?? 0}
          onClose={() => setClipped(undefined)}
          onDone={() => {
            setClipped(undefined);
            clips.reload();
          }}
        />
      )}
      {commented && (
        <CommentDialog
          recordingId={recording.id}
          rep={recording.user}
          place={commented}
          draft={draft}
          onClose={(text) => {
            setDraft(text);
            setCommented(undefined);
          }}
          onDone={() => {
            setDraft("");
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
  const reloadAndFollow = useFollowUps(reload);
  return (
    <Screen
      title={recording ? shortenCallName(recording.name, recording.client?.name) : "Recording"}
    >
      <ProblemAlert problem={problem} onRetry={reload} />
      {recording && <RecordingBody recording={recording} reload={reloadAndFollow} />}
      {!data && isBusy && <Skeleton rows={20} />}
      {data && !recording && (
        <EmptyState title="Recording not found">
          <p>It may have been erased, or it belongs to another organization.</p>
          <p>
            <a href={href("/recordings")}>Show all recordings</a>
          </p>
        </EmptyState>
      )}
    </Screen>
  );
};

export default Recording;
