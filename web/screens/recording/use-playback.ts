import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

export interface Playback {
  positionMs: number;
  durationMs: number;
  isPlaying: boolean;
}

const EVENTS = "timeupdate seeking seeked play pause ended durationchange emptied".split(" ");

/** Follows a player. `fallbackMs`: the duration until the media's own is known. */
export const usePlayback = (
  player: RefObject<HTMLMediaElement | null>,
  fallbackMs: number,
): Playback => {
  const [playback, setPlayback] = useState<Playback>({
    positionMs: 0,
    durationMs: fallbackMs,
    isPlaying: false,
  });
  useEffect(() => {
    const media = player.current;
    if (!media) return undefined;
    const abort = new AbortController();
    const read = (): void =>
      setPlayback({
        positionMs: media.currentTime * 1000,
        durationMs: Number.isFinite(media.duration) ? media.duration * 1000 : fallbackMs,
        isPlaying: !media.paused && !media.ended,
      });
    for (const event of EVENTS) media.addEventListener(event, read, { signal: abort.signal });
    read();
    return () => abort.abort();
  }, [player, fallbackMs]);
  return playback;
};
