import { useCallback, useEffect, useRef } from "preact/hooks";

/** When another analysis, or the search for trackers, may be done. */
const FOLLOW_UPS_MS = [3_000, 10_000, 30_000, 60_000, 120_000];

/** Returns a function that reloads now, and some times more: what a change starts in the background takes a while. */
export const useFollowUps = (reload: () => void): (() => void) => {
  const timersRef = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = useCallback((): void => {
    for (const timer of timersRef.current) clearTimeout(timer);
  }, []);
  useEffect(() => stop, [stop]);
  return useCallback(() => {
    stop();
    reload();
    timersRef.current = FOLLOW_UPS_MS.map((ms) => setTimeout(reload, ms));
  }, [reload, stop]);
};
