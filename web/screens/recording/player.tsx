import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { consoleBase } from "../../lib/location.js";
import type { Recording } from "./types.js";

/** Plays the stored audio or video. Stays visible while the page scrolls. */
export const Player = ({
  recording: { id, name, media },
  element,
}: {
  recording: Recording;
  element: RefObject<HTMLMediaElement | null>;
}) => {
  const [hasFailed, setFailed] = useState(false);
  if (!media) return null;
  const source = new URL(`v1/recordings/${id}/media`, consoleBase).pathname;
  const Media = media.type.startsWith("video/") ? "video" : "audio";
  return (
    <section class="card player" aria-label="Player">
      <Media
        ref={element as RefObject<(HTMLAudioElement & HTMLVideoElement) | null>}
        src={source}
        aria-label={name}
        preload="metadata"
        controls
        onError={() => setFailed(true)}
      />
      {hasFailed && (
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
