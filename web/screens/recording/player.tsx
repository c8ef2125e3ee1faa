import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { mediaSource } from "../../lib/media-source.js";
import type { Thread } from "../comments/types.js";
import { MissingPeaks } from "./missing-peaks.js";
import { NoAudio } from "./no-audio.js";
import { PlayerControls, type TalkTurn } from "./player-controls.js";
import type { Mark } from "./talk-strip.js";
import type { Recording } from "./types.js";

/** How much shorter than the call a browser's audio may be, in milliseconds, for rounding. */
const TOLERATED_MS = 1_000;

/** Lists where trackers and the evidence of answers were found, and where people commented. */
const listMarks = ({ trackerHits, process }: Recording, comments: readonly Thread[]): Mark[] => [
  ...comments.flatMap(({ start, author, text }) =>
    start === null ? [] : [{ start, title: `${author.name}: ${text}`, kind: "comment" as const }],
  ),
  ...trackerHits.map(({ tracker, start, quote }) => ({
    start,
    title: `${tracker.name}: ${quote ?? ""}`,
    kind: "tracker" as const,
  })),
  ...(process?.answers ?? []).flatMap(({ yes, start, question }) =>
    yes && start !== null ? [{ start, title: question, kind: "answer" as const }] : [],
  ),
];

const NO_PEAKS: readonly string[] = [];

/** Plays the stored audio or video. Stays visible while the page scrolls. */
export const Player = ({
  recording,
  element,
  turns,
  comments,
  onComment,
}: {
  recording: Recording;
  element: RefObject<HTMLMediaElement | null>;
  /** Who talks when; empty until the transcript is loaded. */
  turns: readonly TalkTurn[];
  comments: readonly Thread[];
  /** Undefined: the call can't be commented on yet. */
  onComment: (() => void) | undefined;
}) => {
  const { id, name, media, duration } = recording;
  const [failures, setFailures] = useState(0);
  const [isShort, setIsShort] = useState(false);
  const [foundPeaks, setFoundPeaks] = useState<readonly string[] | null>(null);
  if (!media) return <NoAudio recording={recording} />;
  // A file that waits for its check gets no waveform, and isn't served.
  const peaks = media.peaks ?? foundPeaks ?? (media.unchecked ? NO_PEAKS : null);
  // Phone system formats, such as GSM, that browsers don't support.
  const isConverted = failures > 0 || isShort;
  const isVideo = media.type.startsWith("video/");
  const Media = isVideo ? "video" : "audio";
  return (
    <section class="card player" aria-label="Player">
      <Media
        ref={element as RefObject<(HTMLAudioElement & HTMLVideoElement) | null>}
        src={mediaSource(id, isConverted)}
        aria-label={name}
        preload="metadata"
        controls={isVideo}
        onLoadedMetadata={({ currentTarget }) => {
          // Browsers play only the first of joined WAV files.
          const lostMs = (duration ?? 0) - currentTarget.duration * 1000;
          if (media.type === "audio/wav" && lostMs > TOLERATED_MS) setIsShort(true);
        }}
        onError={() => setFailures((count) => count + 1)}
      />
      {peaks === null && <MissingPeaks id={id} onFound={setFoundPeaks} />}
      {failures <= 1 && (
        <PlayerControls
          player={element}
          peaks={peaks}
          durationMs={duration}
          turns={turns}
          marks={listMarks(recording, comments)}
          onComment={onComment}
        />
      )}
      {failures > 1 && (
        <p role="alert">
          This browser can’t play {media.type}.{" "}
          <a href={mediaSource(id, false)} download>
            Download the file
          </a>
        </p>
      )}
    </section>
  );
};
