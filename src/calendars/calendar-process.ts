import { constants, setPriority } from "node:os";
import type { CalendarReading } from "../../graph/calendars/occurrence.js";
import { type DecodedFeed, decodeFeed } from "./charsets.js";
import { InvalidFeedError } from "./content-lines.js";
import { readCalendar, type ReadOptions } from "./read-calendar.js";

export interface CalendarRequest {
  /** The text of the file, or its bytes. */
  text: string | Uint8Array;
  /** The HTTP header, for the charset of the bytes. */
  contentType?: string | undefined;
  options: ReadOptions;
}

/** The response of this process. `invalid`: the problem with the feed, without its text. */
export type CalendarMessage =
  | { calendar: CalendarReading }
  | { invalid: string }
  | { error: string };

// Requests take precedence if cores are scarce.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Above the parent's limit. It applies if the parent has died, which a busy process doesn't notice. */
const MAX_CPU_MS = 6_000;

const checkBudget = (): void => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > MAX_CPU_MS)
    throw new InvalidFeedError("needs more than 5 s to read");
};

const decode = ({ text, contentType }: CalendarRequest): DecodedFeed =>
  typeof text === "string"
    ? { text, guessedLines: [] }
    : decodeFeed(Buffer.from(text), contentType);

const read = (request: CalendarRequest): CalendarMessage => {
  try {
    const { text, guessedLines } = decode(request);
    return { calendar: readCalendar(text, { ...request.options, guessedLines }, checkBudget) };
  } catch (error) {
    if (error instanceof InvalidFeedError) return { invalid: error.message };
    return { error: (error as Error).stack ?? String(error) };
  }
};

// The parent has ended.
process.once("disconnect", () => process.exit());
process.on("message", (request: CalendarRequest) => void process.send!(read(request)));
