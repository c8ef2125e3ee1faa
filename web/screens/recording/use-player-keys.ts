import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** How far the player jumps back or forth, in seconds. */
export const JUMP_SECONDS = 15;
const STEP_SECONDS = 5;

/** Starts or pauses. The player itself reports media that it can't play. */
export const togglePlayback = (media: HTMLMediaElement): void => {
  if (media.paused) media.play().catch(() => {});
  else media.pause();
};

export const seek = (media: HTMLMediaElement, seconds: number): void => {
  media.currentTime = seconds;
};

/** Moves the position, within the media. */
export const jump = (media: HTMLMediaElement, seconds: number): void => {
  const end = Number.isFinite(media.duration) ? media.duration : Number.POSITIVE_INFINITY;
  seek(media, Math.min(end, Math.max(0, media.currentTime + seconds)));
};

/** Sets how many times faster than normal media play; also another file of the same player, from then on. */
export const setSpeed = (media: HTMLMediaElement, speed: number): void => {
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
};

const keyActions: Record<string, (media: HTMLMediaElement) => void> = {
  " ": togglePlayback,
  k: togglePlayback,
  j: (media) => jump(media, -JUMP_SECONDS),
  l: (media) => jump(media, JUMP_SECONDS),
  ArrowLeft: (media) => jump(media, -STEP_SECONDS),
  ArrowRight: (media) => jump(media, STEP_SECONDS),
};

/** Fields and dialogs have keys of their own; buttons and links have the space bar. */
const OWN_KEYS = "input, textarea, select, dialog, [contenteditable]";
const OWN_SPACE = "button, a, summary, video, audio";

/** Keys of the page: space and k play and pause, j and l jump, the arrows move a little. */
export const usePlayerKeys = (player: RefObject<HTMLMediaElement | null>): void => {
  useEffect(() => {
    const abort = new AbortController();
    const press = (event: KeyboardEvent): void => {
      const media = player.current;
      const action = keyActions[event.key];
      const target = event.target as Element;
      if (!media || !action || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest(OWN_KEYS) || (event.key === " " && target.closest(OWN_SPACE))) return;
      event.preventDefault();
      action(media);
    };
    document.addEventListener("keydown", press, { signal: abort.signal });
    return () => abort.abort();
  }, [player]);
};
