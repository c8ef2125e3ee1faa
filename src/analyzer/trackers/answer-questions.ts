import { packUtterances } from "../../../db/recordings/transcript.js";
import type { TrackerRule } from "../../../db/trackers/trackers.js";
import { MIN_HIT_SCORE, type TrackerFinder } from "../../../graph/core/tracker-port.js";
import { hasMeaning } from "../../../graph/trackers/rule.js";
import type { Log } from "../../base/log/log.js";
import type { Analyze, Call, FindTrackers, FoundTrackers } from "../analyzer.js";
import { pickPlaces } from "../tracked-questions.js";

const NOTHING: FoundTrackers = new Map();

const findRules = async (
  { organizationId, utterances }: Call,
  rules: readonly TrackerRule[],
  finder: TrackerFinder,
  signal: AbortSignal,
): Promise<FoundTrackers> => {
  const search = {
    rules,
    transcripts: [{ utterances: packUtterances(utterances) }],
    minScore: MIN_HIT_SCORE,
    needsVectors: rules.some(hasMeaning),
  };
  const [call] = await finder.find(organizationId, search, signal);
  if (call!.isTooLarge) return NOTHING;
  return pickPlaces(rules, call!);
};

/**
 * Creates the search for the trackers that answer questions. A tracker that can't be looked for is left out: one with a
 * meaning if there are no meanings, and all in a call that is too large.
 */
export const createFindTrackers =
  (finder: TrackerFinder, log: Log): FindTrackers =>
  async (call, signal) => {
    const ofPhrases = call.trackers.filter((rule) => !hasMeaning(rule));
    const needsModel = finder.findsMeanings && call.trackers.some(hasMeaning);
    for (const rules of needsModel ? [call.trackers, ofPhrases] : [ofPhrases]) {
      if (rules.length === 0) break;
      try {
        return await findRules(call, rules, finder, signal);
      } catch (error) {
        signal.throwIfAborted();
        // A machine on which the model doesn't run still finds phrases.
        const { organizationId: organization } = call;
        log.warn({ err: error, organization }, "trackers could not answer questions");
      }
    }
    return NOTHING;
  };

/** Returns an analysis of calls that were searched for their trackers. */
export const withTrackers =
  (analyze: Analyze, findTrackers: FindTrackers): Analyze =>
  async (call, signal) =>
    analyze({ ...call, found: await findTrackers(call, signal) }, signal);
