import { packUtterances } from "../../../db/recordings/transcript.js";
import { MIN_HIT_SCORE, type TrackerFinder } from "../../../graph/core/tracker-port.js";
import { hasMeaning } from "../../../graph/trackers/rule.js";
import type { Log } from "../../base/log/log.js";
import type { Analyze, Call, FoundTrackers } from "../analyzer.js";

/** What an analysis needs to look for trackers. */
export interface TrackerParts {
  trackers: TrackerFinder;
  log: Log;
}

const NOTHING: FoundTrackers = new Map();

/** Long quotes are cut, and show it by an ellipsis. */
const withoutEllipses = (quote: string): string => quote.replaceAll(/^…|…$/g, "");

/** Looks for the trackers of a call that answer questions. Those that need meanings are left out if there are none. */
const findTrackers = async (
  { organizationId, utterances, trackers: all }: Call,
  { trackers: finder, log }: TrackerParts,
  signal: AbortSignal,
): Promise<FoundTrackers> => {
  const rules = finder.findsMeanings ? all : all.filter((rule) => !hasMeaning(rule));
  if (rules.length === 0) return NOTHING;
  const search = {
    rules,
    transcripts: [{ utterances: packUtterances(utterances) }],
    minScore: MIN_HIT_SCORE,
    needsVectors: rules.some(hasMeaning),
  };
  try {
    const [call] = await finder.find(organizationId, search, signal);
    const quoteOf = (id: string): string | null => {
      const hits = call!.hits.filter(({ trackerId }) => trackerId === id);
      const best = Math.max(...hits.map(({ score }) => score));
      const hit = hits.find(({ score }) => score === best);
      return hit ? withoutEllipses(hit.quote) : null;
    };
    return new Map(rules.map(({ id }) => [id, quoteOf(id)]));
  } catch (error) {
    signal.throwIfAborted();
    // A machine on which the model doesn't run still has the other results.
    log.warn({ err: error, organization: organizationId }, "trackers could not answer questions");
    return NOTHING;
  }
};

/** Returns an analysis that looks for the trackers first that answer questions. */
export const withTrackers =
  (analyze: Analyze, parts: TrackerParts): Analyze =>
  async (call, signal) => {
    if (call.trackers.length === 0) return analyze(call, signal);
    return analyze({ ...call, found: await findTrackers(call, parts, signal) }, signal);
  };
