import { useEffect } from "preact/hooks";
import type { Recording } from "./types.js";

const POLL_MS = 5_000;

/** Reloads the recording every few seconds until its analysis has ended. */
export const usePollWhileWaiting = (
  status: Recording["status"] | undefined,
  isBusy: boolean,
  reload: () => void,
): void => {
  const isWaiting = status === "received" || status === "processing";
  useEffect(() => {
    if (!isWaiting || isBusy) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, isBusy, reload]);
};
