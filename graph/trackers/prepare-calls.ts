import { loadMeaningScan, updateMeaningScan } from "../../db/organizations/meaning-scan.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { MIN_HIT_SCORE, type TrackerFinder } from "../core/tracker-port.js";
import { storeComputed } from "./store-computed.js";
import { withStoredVectors } from "./stored-vectors.js";
import { transcriptPageRead } from "./transcript-page.js";

/** A page of old calls whose meanings are computed: it takes seconds. */
export const MEANING_PAGE = { maxCalls: 20, maxBytes: 128 * 1024 };

/** Prepares a page of old calls for search by meaning. Returns false if none is left. */
export const prepareOldCalls = async (
  context: Context,
  finder: TrackerFinder,
  signal: AbortSignal,
): Promise<boolean> => {
  const { db, organizationId, readLong } = context;
  const below = await loadMeaningScan(db, organizationId);
  if (!below || !finder.findsMeanings) return false;
  const { transcripts, next } = await readLong(
    transcriptPageRead,
    { organizationId, limits: { below, ...MEANING_PAGE } },
    signal,
  );
  const tracked = await withStoredVectors(context, transcripts, true);
  const search = { rules: [], transcripts: tracked, minScore: MIN_HIT_SCORE, needsVectors: true };
  const found = await finder.find(organizationId, search, signal);
  await mutate(context, async (trx) => {
    // Turned off or on again meanwhile, or another process was faster.
    if ((await loadMeaningScan(trx, organizationId)) !== below) return;
    await storeComputed(trx, context, transcripts, found);
    await updateMeaningScan(trx, organizationId, next ?? 0);
  });
  return true;
};
