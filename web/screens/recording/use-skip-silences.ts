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
    const skip = (): void => {
      if (media.paused) return;
      const positionMs = media.currentTime * 1000;
      const silence = silences.find(
        ({ start, end }) => positionMs >= start + MARGIN_MS && positionMs < end - 2 * MARGIN_MS,
      );
      if (silence) media.currentTime = (silence.end - MARGIN_MS) / 1000;
    };
    media.addEventListener("timeupdate", skip, { signal: abort.signal });
    return () => abort.abort();
  }, [player, silences, isOn]);
};
