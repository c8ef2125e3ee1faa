import type { Db } from "../../../db/engine/connect.js";
import type { Services } from "../../../graph/context/context.js";

const throwReadOnly = (): never => {
  throw new Error("this thread is read-only: it has no services for changes");
};

/** Creates the services for queries only. The services for changes throw. */
export const createReadOnlyServices = (trx: Db, now: number, publicUrl: string): Services => ({
  db: trx,
  now: () => now,
  publicUrl,
  readLong: (read, query) => read.load(trx, query),
  runRedaction: throwReadOnly,
  describeProcessing: throwReadOnly,
  onKeyUsed: throwReadOnly,
  onNamedKeyUsed: throwReadOnly,
  onCallIngested: throwReadOnly,
  onContentViewed: throwReadOnly,
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
    cut: throwReadOnly,
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
