import type { Recording } from "./types.js";

/** Renders the dialer's audio address: a link only if it is an HTTP URL. */
const renderMediaUrl = (mediaUrl: string | null) => {
  const url = mediaUrl === null ? null : URL.parse(mediaUrl);
  if (!url || !/^https?:$/.test(url.protocol)) return mediaUrl;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {url.host}
    </a>
  );
};

/** Returns why the audio of the URL can't be played yet, or at all; null if there is nothing to report. */
const describeMediaFetch = ({ mediaPending, mediaFailure }: Recording): string | null => {
  if (!mediaPending) return mediaFailure;
  return mediaFailure === null
    ? "debrief is fetching it."
    : `debrief tries again. The last attempt failed: ${mediaFailure}`;
};

/** Says why a call can't be played. */
export const NoAudio = ({ recording }: { recording: Recording }) => {
  const { mediaUrl } = recording;
  const fetching = describeMediaFetch(recording);
  return (
    <section class="no-audio muted" aria-label="Audio">
      {mediaUrl === null ? (
        <p>There is no audio of this call on this server.</p>
      ) : (
        <p>
          The audio isn’t on this server. It was announced at {renderMediaUrl(mediaUrl)}. {fetching}
        </p>
      )}
    </section>
  );
};
