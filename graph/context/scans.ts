import type { Caller } from "../turns/caller.js";
import { Extensions } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import { ScanLimitError } from "../../db/engine/scan-limit.js";
import { listRead, type ScannedList } from "./list-read.js";
import type { RunLongRead } from "../core/long-reads.js";

/** The cost, in rows, of a list whose filter can't use an index: it can read the whole list to fill a page. */
export const SCAN_ROWS = 2_500;

/** Returns the cost of a scan, in rows, for the arguments of a field. */
type ScanPrice = (args: Record<string, unknown>) => number;

/** Declares that a field can read more rows than it returns. */
export const Scans = (price: ScanPrice): MethodDecorator => Extensions({ scan: price });

export const scanPriceOf = ({
  extensions,
}: {
  extensions: Readonly<Record<string, unknown>>;
}): ScanPrice | undefined => extensions["scan"] as ScanPrice | undefined;

/** Counts the fields of an input that are set. */
export const countSet = (input: unknown, names: readonly string[]): number =>
  names.filter((name) => ((input ?? {}) as Record<string, unknown>)[name] != null).length;

/** The part of a context that lists need. */
interface ListReader {
  db: Db;
  organizationId: string;
  scope: ViewerScope | undefined;
  caller: Caller;
  readLong: RunLongRead;
}

/**
 * Loads a page of a list; off the main thread if it must scan many rows to fill the page.
 * @throws UNAVAILABLE, ShareExceededError from the reader
 */
export const loadPage = async <Search extends object, Row extends object>(
  { db, organizationId, scope, caller, readLong }: ListReader,
  list: ScannedList,
  load: (db: Db, organizationId: string, search: Search) => Promise<Row[]>,
  search: Search,
): Promise<Row[]> => {
  try {
    return await load(db, organizationId, search);
  } catch (error) {
    if (!(error instanceof ScanLimitError)) throw error;
  }
  return (await readLong(
    listRead,
    { organizationId, list, search, scope },
    caller.signal,
  )) as Row[];
};
