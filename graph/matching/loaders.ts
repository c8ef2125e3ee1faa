import DataLoader from "dataloader";
import {
  type CandidateRow,
  type CandidateTarget,
  loadMatchCandidates,
} from "../../db/matching/candidates.js";
import { type LoaderFactory, MAX_UNION_PARENTS } from "../context/loaders.js";

const DAY_MS = 24 * 60 * 60_000;
const CANDIDATE_LIMITS = { withinMs: 7 * DAY_MS, limit: 20 };

/** Loads the appointments that a recording may belong to, nearest start first. */
export const matchCandidatesLoader: LoaderFactory<
  DataLoader<CandidateTarget, CandidateRow[], string>
> = ({ db, organizationId, budget }) =>
  new DataLoader(
    async (recordings) => {
      budget.check();
      const loaded = await loadMatchCandidates(db, organizationId, recordings, CANDIDATE_LIMITS);
      budget.countLoaded(loaded);
      const rows = Map.groupBy(loaded, (row) => row.candidateOf);
      return recordings.map(({ id, startedAt }) => {
        const distance = (row: CandidateRow): number => Math.abs(row.startTime - startedAt);
        const found = rows.get(id) ?? [];
        return found.toSorted((a, b) => distance(a) - distance(b)).slice(0, CANDIDATE_LIMITS.limit);
      });
    },
    // Two selects per recording.
    { maxBatchSize: MAX_UNION_PARENTS, cacheKeyFn: ({ id }) => id },
  );
