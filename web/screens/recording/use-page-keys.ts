import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { JUMP_SECONDS, jump, togglePlayback } from "./playback.js";

const STEP_SECONDS = 5;

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

/** Keys of the page: space and k play and pause, j and l jump, the arrows move a little, c comments. */
export const usePageKeys = (
  player: RefObject<HTMLMediaElement | null>,
  onComment: (() => void) | undefined,
): void => {
  useEffect(() => {
    const abort = new AbortController();
    const press = (event: KeyboardEvent): void => {
      const media = player.current;
      const play = media && keyActions[event.key];
      const action = event.key === "c" ? onComment : play && (() => play(media));
      const target = event.target as Element;
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest(OWN_KEYS) || (event.key === " " && target.closest(OWN_SPACE))) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press, { signal: abort.signal });
    return () => abort.abort();
  }, [player, onComment]);
};
