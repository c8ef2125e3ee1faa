import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { formatDay } from "../../lib/range.js";
import { sendFile } from "../../lib/send-file.js";
import type { RequestProblem } from "../../lib/send-operation.js";

/** A file that was chosen, and what became of it. */
export interface Upload {
  key: string;
  file: File;
  /** When the call began, as a form has it: "2026-01-31T09:30", in the user's time zone. */
  startedAt: string;
  state: "chosen" | "sending" | "sent" | "failed";
  /** The part that was sent, from 0 to 1. */
  sentPart: number;
  /** Whether the next attempt follows a broken connection. */
  isWaiting: boolean;
  recordingId?: string;
  problem?: RequestProblem;
}

/** Formats a time for a field of the type datetime-local. */
const formatField = (time: Date): string =>
  `${formatDay(time)}T${time.toTimeString().slice(0, "09:30".length)}`;

const MAX_ID_CHARACTERS = 200;

/** The same file of the same rep is the same call, however often it is sent. */
const buildCallId = ({ name, size, lastModified }: File, email: string): string =>
  `console/${size}/${lastModified}/${email}/${name}`.slice(0, MAX_ID_CHARACTERS);

const withoutExtension = (name: string): string => name.replace(/\.[^.]{1,5}$/, "");

const choose = (file: File): Upload => ({
  key: crypto.getRandomValues(new Uint32Array(2)).join("-"),
  file,
  // A recorder writes the file when the call ends; no one else knows when it began.
  startedAt: formatField(new Date(file.lastModified)),
  state: "chosen",
  sentPart: 0,
  isWaiting: false,
});

/** Files to upload, one after the other. */
export const useUploads = (first: readonly File[]) => {
  const [uploads, setUploads] = useState(() => first.map(choose));
  const [isSending, setSending] = useState(false);
  const [abort] = useState(() => new AbortController());
  const latestRef = useRef(uploads);
  useEffect(() => {
    latestRef.current = uploads;
  }, [uploads]);
  useEffect(() => () => abort.abort(), [abort]);
  useEffect(() => {
    if (!isSending) return undefined;
    // The browser asks before it leaves the page.
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isSending]);
  const change = (key: string, changes: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const add = useCallback(
    (files: readonly File[]) => setUploads((all) => [...all, ...files.map(choose)]),
    [],
  );
  const send = async ({ key, file, startedAt }: Upload, email: string): Promise<void> => {
    change(key, { state: "sending", sentPart: 0, isWaiting: false });
    const fields = {
      call_id: buildCallId(file, email),
      user_email: email,
      started_at: new Date(startedAt).toISOString(),
      name: withoutExtension(file.name),
    };
    const result = await sendFile(file, fields, {
      onProgress: (sentPart) => change(key, { sentPart, isWaiting: false }),
      onWait: () => change(key, { isWaiting: true }),
      signal: abort.signal,
    });
    if (result.problem?.code === "UNAUTHENTICATED") abort.abort();
    if (result.problem) change(key, { state: "failed", problem: result.problem });
    else change(key, { state: "sent", recordingId: result.id });
  };
  return {
    uploads,
    isSending,
    add,
    remove: (key: string) => setUploads((all) => all.filter((one) => one.key !== key)),
    setStart: (key: string, startedAt: string) => change(key, { startedAt }),
    /** Sends what was chosen, and again what failed. */
    sendAll: async (email: string): Promise<void> => {
      setSending(true);
      for (const { key } of latestRef.current.filter(({ state }) => state !== "sent")) {
        // Its time may have been changed, or the file taken away.
        const upload = latestRef.current.find((one) => one.key === key);
        if (upload && !abort.signal.aborted) await send(upload, email);
      }
      setSending(false);
    },
  };
};
