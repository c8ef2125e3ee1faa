import type { Db } from "../../../db/engine/connect.js";
import type { Services } from "../../../graph/core/context.js";
import { loadSearchPage } from "../../../graph/search/page.js";
import { loadStatsReport } from "../../../graph/stats/report.js";
import { loadListPage } from "./long-reads.js";

const throwReadOnly = (): never => {
  throw new Error("this thread only reads: it has no services for changes");
};

/** Creates the services for queries only. The services for changes throw. */
export const createReadOnlyServices = (trx: Db, now: number, publicUrl: string): Services => ({
  db: trx,
  now: () => now,
  publicUrl,
  readStats: (query) => loadStatsReport(trx, query),
  readSearch: (query) => loadSearchPage(trx, query),
  readList: (query) => loadListPage(trx, query),
  runRedaction: throwReadOnly,
  describeProcessing: throwReadOnly,
  onKeyUsed: throwReadOnly,
  onNamedKeyUsed: throwReadOnly,
  onCallIngested: throwReadOnly,
  onLooked: throwReadOnly,
  onNumbersChanged: throwReadOnly,
  newId: throwReadOnly,
  randomBytes: throwReadOnly,
  vault: { seal: throwReadOnly, open: throwReadOnly, digest: throwReadOnly },
  erasures: { record: throwReadOnly, has: throwReadOnly },
  media: {
    write: throwReadOnly,
    adopt: throwReadOnly,
    createFileName: throwReadOnly,
    open: throwReadOnly,
    openAsWav: throwReadOnly,
    silence: throwReadOnly,
    readDuration: throwReadOnly,
    remove: throwReadOnly,
    discard: throwReadOnly,
  },
  notifier: {
    owner: "",
    findRefusal: throwReadOnly,
    attemptTest: throwReadOnly,
    wake: throwReadOnly,
  },
});
