import { loadQuestionTrackers } from "../../db/analysis/templates.js";
import type { Db } from "../../db/engine/connect.js";
import { POSITIONS_PER_MS } from "../../db/engine/positions.js";
import { loadStatNames } from "../../db/stats/query.js";
import { listTrackedCalls } from "../../db/trackers/hits.js";
import { listTrackers, type TrackerRow } from "../../db/trackers/trackers.js";
import type { LongQuery, LongRead } from "../core/long-reads.js";
import { OUTCOME_CONCEPTS } from "../core/tracker-port.js";
import { buildStatEntry, StatNameIndex } from "./entries.js";
import { toNameNumber } from "./facts.js";
import type { GroupRead } from "./group-tallies.js";
import { loadReportPeople, type UserSelection } from "./groups.js";
import { prepareGroupRead, statsRead } from "./report.js";
import { readFactsByDays, type StatsSelection } from "./tallies.js";
import { addTallyText, createTally, listNameCounts, sumOf, type Tally } from "./tally.js";

const isOutcome = ({ concept }: Pick<TrackerRow, "concept">): boolean =>
  OUTCOME_CONCEPTS.has(concept);

/** How calls ended with something done in them, and without it. */
interface WinRate {
  /** The question that was answered yes; null for a tracker. */
  questionId: string | null;
  /** The tracker that was found; null for a question. */
  trackerId: string | null;
  name: string;
  callsWith: number;
  wonWith: number;
  callsWithout: number;
  wonWithout: number;
}

export interface WinRates {
  calls: number;
  won: number;
  practices: WinRate[];
}

type WinRatesQuery = StatsSelection & UserSelection & LongQuery;

/** Tallies of recordings, and of those whose deal was closed. */
interface Outcomes {
  all: Tally;
  won: Tally;
  /** By the id of the tracker. */
  tracked: Map<string, { calls: number; won: number }>;
}

/** Loads the tallies of the selected recordings; empty ones without a time to read. */
const loadOutcomes = async (
  db: Db,
  organizationId: string,
  read: GroupRead | undefined,
  trackerIds: readonly string[],
): Promise<Outcomes> => {
  const [all, won] = [createTally(), createTally()];
  const tracked = new Map(trackerIds.map((id) => [id, { calls: 0, won: 0 }]));
  if (!read?.range) return { all, won, tracked };
  const bounds = [read.range.from, read.range.to + 1];
  for await (const { range, facts } of readFactsByDays(db, { ...read, bounds })) {
    if (facts.length === 0) continue;
    /** Whether each recording's deal was closed, by position. */
    const outcomes = new Map<number, boolean>();
    for (const { position, tally } of facts) {
      const closedBefore = sumOf(all, "closed");
      addTallyText(all, tally);
      const isWon = sumOf(all, "closed") > closedBefore;
      outcomes.set(position, isWon);
      if (isWon) addTallyText(won, tally);
    }
    const hits = await listTrackedCalls(db, organizationId, trackerIds, {
      from: range.from * POSITIONS_PER_MS,
      to: range.to * POSITIONS_PER_MS + POSITIONS_PER_MS - 1,
    });
    for (const { trackerId, position } of hits) {
      const isWon = outcomes.get(position);
      if (isWon === undefined) continue;
      const counts = tracked.get(trackerId)!;
      counts.calls += 1;
      if (isWon) counts.won += 1;
    }
  }
  return { all, won, tracked };
};

/** Loads the texts of the questions that a tally counts. */
const loadNames = async (db: Db, organizationId: string, tally: Tally): Promise<StatNameIndex> => {
  const numbers = new Set(listNameCounts(tally).map(([key]) => toNameNumber(key)));
  return new StatNameIndex(await loadStatNames(db, organizationId, [...numbers]));
};

const listQuestionRates = async (
  db: Db,
  organizationId: string,
  { all, won }: Outcomes,
  outcomeTrackerIds: ReadonlySet<string>,
): Promise<WinRate[]> => {
  const names = await loadNames(db, organizationId, all);
  const asked = buildStatEntry(all, names).processQuestionBreakdown;
  const wonById = new Map(
    buildStatEntry(won, names).processQuestionBreakdown.map((counts) => [
      counts.questionId,
      counts,
    ]),
  );
  const trackerIds = await loadQuestionTrackers(
    db,
    organizationId,
    asked.map(({ questionId }) => questionId),
  );
  return asked
    .filter(({ questionId }) => !outcomeTrackerIds.has(trackerIds.get(questionId) ?? ""))
    .map(({ questionId, question, yesCount, totalCount }) => {
      const { yesCount: wonWith = 0, totalCount: wonInAll = 0 } = wonById.get(questionId) ?? {};
      return {
        questionId,
        trackerId: null,
        name: question,
        callsWith: yesCount,
        wonWith,
        callsWithout: totalCount - yesCount,
        wonWithout: wonInAll - wonWith,
      };
    });
};

const loadWinRates = async (db: Db, selection: WinRatesQuery): Promise<WinRates> => {
  const { organizationId } = selection;
  const query = { ...selection, groupBy: "all" as const };
  const read = await prepareGroupRead(db, query, await loadReportPeople(db, query));
  const trackers = await listTrackers(db, organizationId);
  const practices = trackers.filter((tracker) => !isOutcome(tracker));
  const practiceIds = practices.map(({ id }) => id);
  const outcomes = await loadOutcomes(db, organizationId, read, practiceIds);
  const { all, won, tracked } = outcomes;
  const outcomeTrackerIds = new Set(trackers.filter(isOutcome).map(({ id }) => id));
  const questions = await listQuestionRates(db, organizationId, outcomes, outcomeTrackerIds);
  return {
    calls: sumOf(all, "recordings"),
    won: sumOf(won, "recordings"),
    practices: [
      ...questions,
      ...practices.flatMap(({ id, name }) => {
        const found = tracked.get(id);
        if (!found || found.calls === 0) return [];
        return {
          questionId: null,
          trackerId: id,
          name,
          callsWith: found.calls,
          wonWith: found.won,
          callsWithout: sumOf(all, "withTranscript") - found.calls,
          wonWithout: sumOf(won, "withTranscript") - found.won,
        };
      }),
    ],
  };
};

export const winRatesRead: LongRead<WinRatesQuery, WinRates> = {
  name: "winRates",
  load: loadWinRates,
  buildFailure: statsRead.buildFailure,
};
