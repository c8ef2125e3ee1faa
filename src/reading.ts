import type { Db } from "../db/connect.js";
import type { Services } from "../graph/context.js";
import { searchPage } from "../graph/search-page.js";
import { statsReport } from "../graph/stats-report.js";

const never = (): never => {
  throw new Error("what only reads does nothing else");
};

/** All that a query needs; what a change needs is elsewhere. */
export const readingServices = (trx: Db, now: number, publicUrl: string): Services => ({
  db: trx,
  now: () => now,
  publicUrl,
  readStats: (query) => statsReport(trx, query),
  readSearch: (query) => searchPage(trx, query),
  keyUsed: never,
  callTaken: never,
  newId: never,
  randomBytes: never,
  vault: { seal: never, open: never },
  media: { write: never, open: never, duration: never, remove: never },
  courier: { owner: "", refusal: never, attempt: never, wake: never },
});
