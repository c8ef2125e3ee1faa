import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { isForPage } from "../../lib/single-keys.js";
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

const OWN_SPACE = "button, a, summary, video, audio, [type=checkbox]";
const OWN_ARROWS = "[type=range], [role=tab]";

const hasOwn = (target: Element, { key, shiftKey }: KeyboardEvent): boolean =>
  (key === " " && target.closest(OWN_SPACE) !== null) ||
  // With Shift, arrows select text.
  (key.startsWith("Arrow") && (shiftKey || target.closest(OWN_ARROWS) !== null));

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
      if (!action || !isForPage(event) || hasOwn(target, event)) return;
      event.preventDefault();
      // A key that is held would start and pause in turns.
      if (!event.repeat || event.key.startsWith("Arrow")) action();
    };
    document.addEventListener("keydown", press, { signal: abort.signal });
    return () => abort.abort();
  }, [player, onComment]);
};
