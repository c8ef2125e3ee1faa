import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { base } from "../../src/location.js";
import type { Recording } from "./shape.js";

/** The kept audio or video. It stays in sight while the page is read. */
export const Player = ({
  of: { id, name, media },
  element,
}: {
  of: Recording;
  element: RefObject<HTMLMediaElement | null>;
}) => {
  const [failed, setFailed] = useState(false);
  if (!media) return null;
  const source = new URL(`v1/recordings/${id}/media`, base).pathname;
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
      {failed && (
        <p role="alert">
          This browser cannot play it ({media.type}).{" "}
          <a href={source} download>
            Download the file
          </a>
        </p>
      )}
    </section>
  );
};
