import type { Db } from "../../../db/engine/connect.js";
import { ReadBudgetError } from "../../../db/engine/read-limit.js";
import { withScope } from "../../../db/engine/viewer-scope.js";
import { listRead } from "../../../graph/context/list-read.js";
import type { LongQuery, LongRead } from "../../../graph/core/long-reads.js";
import { nearestRead } from "../../../graph/meaning/nearest.js";
import { searchRead } from "../../../graph/search/page.js";
import { statsRead } from "../../../graph/stats/report.js";
import { winRatesRead } from "../../../graph/stats/win-rates.js";
import { trackedCallsRead } from "../../../graph/trackers/count-calls.js";
import { transcriptPageRead } from "../../../graph/trackers/transcript-page.js";

/** A long read in the form sent to a thread. */
export interface ReadRequest {
  name: string;
  query: LongQuery;
}

const readsByName = new Map(
  [
    statsRead,
    searchRead,
    nearestRead,
    listRead,
    trackedCallsRead,
    winRatesRead,
    transcriptPageRead,
  ].map((read) => [read.name, read as LongRead<LongQuery, unknown>]),
);

/** A year's statistics take about 30 ms, a search for the most common word of 100,000 recordings 170 ms. */
export const READ_BUDGET_MS = 2_000;

/** Runs a read within the scope of the query's viewer. */
export const runLongRead = async (db: Db, { name, query }: ReadRequest): Promise<unknown> =>
  readsByName.get(name)!.load(withScope(db, query.scope), query);

/** Returns the failure for a read that has used up its budget, and all other errors as they are. */
export const toReadFailure = (name: string, error: unknown): unknown =>
  error instanceof ReadBudgetError ? readsByName.get(name)!.buildFailure() : error;
