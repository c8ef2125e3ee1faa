import { useEffect, useState } from "preact/hooks";
import { useQuery } from "../../lib/use-query.js";
import { RecordingPeaks } from "./recording.graphql.js";

const POLL_MS = 2_000;
/** A long call takes seconds. After this, it may be that nothing makes waveforms. */
const MAX_POLLS = 30;

/** Asks for the waveform of a file that has none, until it is made. Shows nothing. */
export const MissingPeaks = ({
  id,
  onFound,
}: {
  /** The recording's. */
  id: string;
  onFound: (peaks: readonly string[]) => void;
}) => {
  const { data, isBusy, reload } = useQuery(RecordingPeaks, { id });
  const [polls, setPolls] = useState(0);
  const peaks = data?.recording?.media?.peaks;
  useEffect(() => {
    if (peaks) return onFound(peaks);
    if (isBusy) return undefined;
    if (polls === MAX_POLLS) return onFound([]);
    const timer = setTimeout(() => {
      setPolls(polls + 1);
      reload();
    }, POLL_MS);
    return () => clearTimeout(timer);
  }, [peaks, isBusy, polls, reload, onFound]);
  return null;
};
