import { loadSearchPage } from "../../graph/search/page.js";
import { loadStatsReport } from "../../graph/stats/report.js";

/** The reads that take too long for the main thread. */
export const longReads = { stats: loadStatsReport, search: loadSearchPage };

export type LongReadName = keyof typeof longReads;

export type LongReadQuery<Name extends LongReadName> = Parameters<(typeof longReads)[Name]>[1];

export type LongReadResult<Name extends LongReadName> = Awaited<
  ReturnType<(typeof longReads)[Name]>
>;
