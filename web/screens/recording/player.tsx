import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { consoleBase } from "../../lib/location.js";
import type { Recording } from "./types.js";

/** How much shorter than the call a browser's audio may be, in milliseconds, for rounding. */
const TOLERATED_MS = 1_000;

/** Plays the stored audio or video. Stays visible while the page scrolls. */
export const Player = ({
  recording: { id, name, media, duration },
  element,
}: {
  recording: Recording;
  element: RefObject<HTMLMediaElement | null>;
}) => {
  const [failures, setFailures] = useState(0);
  const [isShort, setIsShort] = useState(false);
  if (!media) return null;
  const source = new URL(`v1/recordings/${id}/media`, consoleBase).pathname;
  // Phone system formats, such as GSM, that browsers don't support.
  const isConverted = failures > 0 || isShort;
  const Media = media.type.startsWith("video/") ? "video" : "audio";
  return (
    <section class="card player" aria-label="Player">
      <Media
        ref={element as RefObject<(HTMLAudioElement & HTMLVideoElement) | null>}
        src={isConverted ? `${source}?format=wav` : source}
        aria-label={name}
        preload="metadata"
        controls
        onLoadedMetadata={({ currentTarget }) => {
          // Browsers play only the first of joined WAV files.
          const lostMs = (duration ?? 0) - currentTarget.duration * 1000;
          if (media.type === "audio/wav" && lostMs > TOLERATED_MS) setIsShort(true);
        }}
        onError={() => setFailures((count) => count + 1)}
      />
      {failures > 1 && (
        <p role="alert">
          This browser can’t play {media.type}.{" "}
          <a href={source} download>
            Download the file
          </a>
        </p>
      )}
    </section>
  );
};
