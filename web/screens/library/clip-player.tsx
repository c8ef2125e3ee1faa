import { useEffect, useRef, useState } from "preact/hooks";
import { Moment, ProblemAlert, Skeleton } from "../../parts/index.js";
import { consoleBase } from "../../lib/location.js";
import { type QueryState, useQuery } from "../../lib/use-query.js";
import { PlayerControls } from "../recording/player-controls.js";
import { ClipById, type ClipByIdQuery } from "./library.graphql.js";

export type LoadedClip = NonNullable<ClipByIdQuery["clip"]>;

/** The first wait for a clip that is being cut, and the longest: each is twice as long as the one before. */
const MIN_POLL_MS = 2_000;
const MAX_POLL_MS = 60_000;
const NO_PEAKS: readonly string[] = [];

/** Says why a clip can't be heard. */
const NoAudio = ({ clip: { state, problem } }: { clip: LoadedClip }) => (
  <p class="muted" role="status">
    {state === "waiting" &&
      (problem === null
        ? "The clip is being cut. It plays here once it is ready."
        : `The clip isn’t cut yet: ${problem}. The server tries again.`)}
    {state === "without_audio" && "This call has no stored audio: only its words can be read."}
    {state === "failed" && `The clip can’t be cut: ${problem ?? "its audio can’t be read"}.`}
  </p>
);

/** Only one clip plays at a time. */
const pauseOthers = (playing: HTMLAudioElement): void => {
  for (const other of document.querySelectorAll("audio")) if (other !== playing) other.pause();
};

const Audio = ({
  clip,
  isStarted,
  onMissing,
}: {
  clip: LoadedClip;
  isStarted: boolean;
  /** The file can't be loaded: the server may be cutting it again. */
  onMissing: () => void;
}) => {
  const element = useRef<HTMLAudioElement>(null);
  const { id, title, start, end, transcript } = clip;
  useEffect(() => {
    // The browser may refuse to play without a click.
    if (isStarted) element.current?.play().catch(() => {});
  }, [isStarted]);
  return (
    <section class="clip-player" aria-label={`Player of ${title}`}>
      {/* Its words are below the player. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={element}
        src={new URL(`v1/clips/${id}/media`, consoleBase).pathname}
        aria-label={title}
        preload="metadata"
        onPlay={({ currentTarget }) => pauseOthers(currentTarget)}
        onError={onMissing}
      />
      <PlayerControls
        player={element}
        peaks={NO_PEAKS}
        durationMs={end - start}
        turns={transcript.map((line) => ({
          ...line,
          start: line.start - start,
          end: line.end - start,
        }))}
        marks={[]}
        onComment={undefined}
      />
    </section>
  );
};

/** Loads a clip, again and again while it is being cut. */
export const useClip = (id: string): QueryState<ClipByIdQuery> => {
  const query = useQuery(ClipById, { id });
  const { data, isBusy, reload } = query;
  const isWaiting = data?.clip?.state === "waiting";
  const [pollMs, setPollMs] = useState(MIN_POLL_MS);
  useEffect(() => {
    if (!isWaiting || isBusy) return undefined;
    const timer = setTimeout(() => {
      setPollMs(Math.min(pollMs * 2, MAX_POLL_MS));
      reload();
    }, pollMs);
    return () => clearTimeout(timer);
  }, [isWaiting, isBusy, pollMs, reload]);
  return query;
};

/** Plays a clip, with its words. */
export const ClipPlayer = ({
  clip,
  isStarted = false,
  reload,
}: {
  clip: LoadedClip;
  /** Whether it plays at once. */
  isStarted?: boolean;
  reload: () => void;
}) => (
  <>
    {clip.state === "ready" ? (
      <Audio clip={clip} isStarted={isStarted} onMissing={reload} />
    ) : (
      <NoAudio clip={clip} />
    )}
    {clip.transcript.length > 0 && (
      <ol class="transcript">
        {clip.transcript.map(({ speaker, role, text, start }) => (
          <li key={`${start} ${speaker} ${text}`} class={role}>
            <Moment ms={start - clip.start} />
            <p class="speaker">{speaker}</p>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    )}
  </>
);

/** Loads a clip of a list, and plays it. */
export const LoadedClipPlayer = ({ id }: { id: string }) => {
  const { data, problem, reload } = useClip(id);
  if (data?.clip) return <ClipPlayer clip={data.clip} isStarted reload={reload} />;
  return problem ? <ProblemAlert problem={problem} onRetry={reload} /> : <Skeleton rows={3} />;
};
