import { useState } from "preact/hooks";
import { Button } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { mediaSource } from "../../lib/media-source.js";

export interface PlayedRow {
  id: string;
  name: string;
  media: { type: string; unchecked: boolean } | null;
}

/** Returns whether a call of a list has audio that can be played. */
export const isPlayable = ({ media }: PlayedRow): boolean => media !== null && !media.unchecked;

/** Starts a call of a list. */
export const PlayButton = ({
  row: { id, name },
  onPlay,
}: {
  row: PlayedRow;
  onPlay: () => void;
}) => (
  <Button kind="quiet" icon="play" aria-label={`Play ${name}`} data-plays={id} onClick={onPlay} />
);

/** Plays a call of a list, at the bottom of the page. */
export const RowPlayer = ({ row, onClose }: { row: PlayedRow; onClose: () => void }) => {
  const [failures, setFailures] = useState(0);
  const { id, name, media } = row;
  return (
    <section class="card row-player" aria-label="Player">
      <a href={href("/recordings/:id", { id })}>{name}</a>
      {failures > 1 ? (
        <p role="alert">This browser can’t play {media?.type ?? "the file"}.</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          controls
          autoplay
          aria-label={name}
          src={mediaSource(id, failures > 0)}
          onError={() => setFailures((count) => count + 1)}
        />
      )}
      <Button
        kind="quiet"
        icon="close"
        onClick={() => {
          onClose();
          document.querySelector<HTMLElement>(`[data-plays="${id}"]`)?.focus();
        }}
      >
        <span class="visually-hidden">Close the player</span>
      </Button>
    </section>
  );
};
