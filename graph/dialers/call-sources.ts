import type { RecordingRow } from "../../db/recordings/fields.js";
import { Failure } from "../core/errors.js";
import { adapters, findAdapter, sanitizeName } from "./adapters/index.js";

/** Stands for calls that name no adapter: those of debrief's own body. */
export const OWN_CALLS = "own";
/** Stands for calls that came with a file. */
export const UPLOADED_CALLS = "upload";

/** The title of every source of calls: the adapters, and the channels without one. */
export const callSourceTitles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(adapters).map(([name, { title }]) => [name, title])),
  [OWN_CALLS]: "Any other phone system",
  [UPLOADED_CALLS]: "Uploads",
};

/** Returns the recording's source. Only an adapter's calls begin with its name and a colon. */
export const findCallSource = ({
  source,
  callId,
}: Pick<RecordingRow, "source" | "callId">): string => {
  if (source === "upload") return UPLOADED_CALLS;
  const [prefix] = callId?.split(":", 1) ?? [];
  return prefix !== undefined && prefix !== callId && findAdapter(prefix) ? prefix : OWN_CALLS;
};

/** @throws NOT_FOUND; the message lists the sources */
export const requireCallSource = (source: string): void => {
  if (Object.hasOwn(callSourceTitles, source)) return;
  throw new Failure(
    "NOT_FOUND",
    `There is no source ${JSON.stringify(sanitizeName(source))}; there are ${Object.keys(callSourceTitles).join(", ")}`,
  );
};
