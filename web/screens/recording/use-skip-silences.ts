import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Silence } from "./silences.js";

/** What is left of a silence at both ends, so that no word is cut. */
const MARGIN_MS = 400;

/** While `isOn`, playback jumps over silences. A jump into one by hand plays from there. */
export const useSkipSilences = (
  player: RefObject<HTMLMediaElement | null>,
  silences: readonly Silence[],
  isOn: boolean,
): void => {
  useEffect(() => {
    const media = player.current;
    if (!media || !isOn) return undefined;
    const abort = new AbortController();
    const findSilence = (): Silence | undefined => {
      const positionMs = media.currentTime * 1000;
      return silences.find(
        ({ start, end }) => positionMs >= start + MARGIN_MS && positionMs < end - 2 * MARGIN_MS,
      );
    };
    /** The silence into which the user jumped. */
    let wanted: Silence | undefined;
    const skip = (): void => {
      // During a jump, this event can come before the one that says so.
      if (media.paused || media.seeking) return;
      const silence = findSilence();
      if (silence === wanted) return;
      wanted = undefined;
      if (silence) media.currentTime = (silence.end - MARGIN_MS) / 1000;
    };
    // The jump over a silence ends outside of it.
    const remember = (): void => void (wanted = findSilence());
    media.addEventListener("timeupdate", skip, { signal: abort.signal });
    media.addEventListener("seeking", remember, { signal: abort.signal });
    return () => abort.abort();
  }, [player, silences, isOn]);
};
