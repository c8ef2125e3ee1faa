import { useEffect, useRef } from "preact/hooks";
import { Button, Icon } from "../../parts/index.js";
import { formatPercent, formatPlace, formatSize } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { UploadedCall, type UploadedCallQuery } from "./recordings.graphql.js";
import type { Upload } from "./use-uploads.js";

const FIRST_POLL_MS = 2_000;
const LAST_POLL_MS = 30_000;
const POLL_GROWTH = 1.5;

const describeCall = (call: NonNullable<UploadedCallQuery["recording"]>): string => {
  if (call.status === "processed") return "Ready";
  if (call.status === "failed") return `Analysis failed: ${call.failureReason ?? "no reason"}`;
  if (call.transcribedPercent !== null) return `Transcribing: ${call.transcribedPercent} %`;
  if (call.transcriptionPlace !== null)
    return `Waits to be transcribed: ${formatPlace(call.transcriptionPlace)}`;
  return call.status === "processing" ? "Being analysed" : "Waits for its analysis";
};

/** What the server makes of a file that it has. */
const Progress = ({ id }: { id: string }) => {
  const { data, isBusy, reload } = useQuery(UploadedCall, { id });
  const call = data?.recording;
  const isDone = data !== undefined && (!call || ["processed", "failed"].includes(call.status));
  const waitRef = useRef(FIRST_POLL_MS);
  useEffect(() => {
    if (isBusy || isDone) return undefined;
    const timer = setTimeout(reload, waitRef.current);
    waitRef.current = Math.min(waitRef.current * POLL_GROWTH, LAST_POLL_MS);
    return () => clearTimeout(timer);
  }, [isBusy, isDone, reload]);
  return (
    <p role="status">
      {call ? describeCall(call) : "Sent"} ·{" "}
      <a href={href("/recordings/:id", { id })} target="_blank" rel="noopener">
        Open
      </a>
    </p>
  );
};

export const UploadItem = ({
  upload: { key, file, startedAt, state, sentPart, isWaiting, recordingId, problem },
  onRemove,
  onStart,
}: {
  upload: Upload;
  onRemove: (key: string) => void;
  onStart: (key: string, startedAt: string) => void;
}) => (
  <li class="upload">
    <p>
      <strong>{file.name}</strong> <span class="muted">{formatSize(file.size)}</span>
    </p>
    {(state === "chosen" || state === "failed") && (
      <div class="upload-time">
        <label>
          Call began{" "}
          <input
            type="datetime-local"
            required
            value={startedAt}
            onChange={({ currentTarget }) => onStart(key, currentTarget.value)}
          />
        </label>
        <Button
          kind="quiet"
          icon="close"
          aria-label={`Remove ${file.name}`}
          onClick={() => onRemove(key)}
        />
      </div>
    )}
    {state === "sending" && (
      <p>
        <progress value={sentPart} aria-label={`Sending ${file.name}`} />{" "}
        {isWaiting
          ? "Interrupted. Trying again …"
          : sentPart < 1
            ? formatPercent(sentPart)
            : "being stored"}
      </p>
    )}
    {state === "failed" && problem && (
      <p class="field-error" role="alert">
        <Icon name="alert" /> Not uploaded: {problem.message}
      </p>
    )}
    {recordingId !== undefined && <Progress id={recordingId} />}
  </li>
);
