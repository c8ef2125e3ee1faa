import { readFile, stat } from "node:fs/promises";
import { invalidField } from "../../../graph/core/errors.js";
import type { TableColumn, TableRow } from "./call-table.js";
import { parseCallTime } from "../call-sinks/call-time.js";
import type { TableFiles } from "./table-files.js";

type Fields = Record<string, string>;

/** Columns that map directly to upload fields. */
const SAME_FIELDS = [
  "user_email",
  "extension",
  "user_phone",
  "name",
  "recording_url",
  "event_id",
  "custom_fields",
] as const satisfies TableColumn[];

const CUSTOMER_FIELDS = {
  id: "customer_id",
  name: "customer_name",
  email: "customer_email",
  phone: "customer_phone",
  location: "customer_location",
} as const satisfies Record<string, TableColumn>;

const MAX_DURATION_MS = 2 ** 31 - 1;
const MAX_TRANSCRIPT_BYTES = 10 * 1024 * 1024;

const readDuration = ({ duration_ms: ms, duration_seconds: seconds }: TableRow["cells"]) => {
  if (ms !== undefined || seconds === undefined) return ms;
  const duration = Math.round(Number(seconds) * 1000);
  if (!/^\d+(\.\d+)?$/.test(seconds) || duration > MAX_DURATION_MS)
    throw invalidField("duration_seconds", "must be a number of seconds");
  return String(duration);
};

/** Returns the id of the row's call; undefined for a row without an id and a file. */
export const findCallId = ({ call_id: callId, file }: TableRow["cells"]): string | undefined =>
  callId ?? (file === undefined ? undefined : `file:${file}`);

const pickCustomer = (cells: TableRow["cells"]): Fields =>
  Object.fromEntries(
    Object.entries(CUSTOMER_FIELDS).flatMap(([name, column]) =>
      cells[column] === undefined ? [] : [[name, cells[column]]],
    ),
  );

/** Returns when the recording was made: the time in the table, else the end of the call. */
const resolveCreatedAt = (
  { created_at: createdAt }: TableRow["cells"],
  {
    startedAt,
    duration,
    zone,
    now,
  }: { startedAt: number; duration: number; zone: string | undefined; now: number },
): number =>
  createdAt === undefined
    ? Math.max(startedAt, Math.min(startedAt + duration, now))
    : parseCallTime("created_at", createdAt, zone);

const readTranscript = async (path: string): Promise<string> => {
  const { size } = await stat(path);
  if (size > MAX_TRANSCRIPT_BYTES) throw invalidField("transcript", "is larger than 10 MiB");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) throw invalidField("transcript", "isn't UTF-8");
    throw error;
  }
};

/**
 * Returns the upload fields from a row. `now`: milliseconds since 1970.
 * @throws INVALID_FIELD
 */
export const buildFields = async (
  { cells }: TableRow,
  files: TableFiles,
  { zone, now }: { zone: string | undefined; now: number },
): Promise<Fields> => {
  const duration = readDuration(cells);
  const customer = pickCustomer(cells);
  const fields: Partial<Record<string, string>> = Object.fromEntries(
    SAME_FIELDS.map((name) => [name, cells[name]]),
  );
  const callId = findCallId(cells);
  if (callId !== undefined) fields["call_id"] = callId;
  if (duration !== undefined) fields["duration_ms"] = duration;
  if (Object.keys(customer).length > 0) fields["customer"] = JSON.stringify(customer);
  if (cells.transcript !== undefined)
    fields["transcript"] = await readTranscript(
      await files.resolve("transcript", cells.transcript),
    );
  if (cells.started_at !== undefined) {
    const startedAt = parseCallTime("started_at", cells.started_at, zone);
    const parts = { startedAt, duration: Number(duration) || 0, zone, now };
    fields["started_at"] = new Date(startedAt).toISOString();
    fields["created_at"] = new Date(resolveCreatedAt(cells, parts)).toISOString();
  }
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};
