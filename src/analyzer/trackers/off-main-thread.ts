import type { TrackerRule } from "../../../db/trackers/trackers.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import { Failure } from "../../../graph/core/errors.js";
import {
  type MeaningQuery,
  OUTCOME_CONCEPTS,
  type SentenceFinder,
  type TrackedCall,
  type TrackedTranscript,
  type TrackerFinder,
} from "../../../graph/core/tracker-port.js";
import { hasMeaning } from "../../../graph/trackers/rule.js";
import type { Log } from "../../base/log/log.js";
import { ModelError } from "../../base/model-server/model-error.js";
import { ProcessEndError } from "../../base/workers/process-pool.js";
import { ThreadLimitError, ThreadPool } from "../../base/workers/thread-pool.js";
import { CONCEPTS } from "../../meaning/concepts/concepts.js";
import { matchQuestion } from "../../meaning/concepts/questions.js";
import type { Meaning } from "../../meaning/meaning.js";
import type { Vectors } from "../basic/moments.js";
import { listPhraseParts } from "./match-phrases.js";
import type { TrackersReply, TrackersRequest, TrackersWork } from "./trackers-worker.js";

const TIMEOUT_MS = 60_000;
const MAX_HEAP_MIB = 256;
/** Each has 2 KiB. */
const MAX_QUERIES = 500;
const NO_VECTORS: Vectors = new Map();

/** The reply to each work. */
type Reply<Work> = Work extends { listTexts: unknown }
  ? Extract<TrackersReply, { texts: unknown }>
  : Work extends { prepare: unknown }
    ? Extract<TrackersReply, { query: unknown }>
    : Work extends { locate: unknown }
      ? Extract<TrackersReply, { places: unknown }>
      : Work extends { answer: unknown }
        ? Extract<TrackersReply, { answers: unknown }>
        : Extract<TrackersReply, { calls: unknown }>;

const NOTHING: TrackedCall = { hits: [], vectors: null };

/** Returns the same as the function, but says that the model can be tried again if its process has ended. */
const embedTexts = async (
  meaning: Meaning,
  organizationId: string,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Vectors> => {
  try {
    const vectors = await meaning.embed(organizationId, texts, signal);
    return new Map(texts.map((text, index) => [text, vectors[index]!]));
  } catch (error) {
    if (error instanceof ModelError) throw new Failure("UNAVAILABLE", `${error.reason}; try again`);
    if (!(error instanceof ProcessEndError)) throw error;
    throw new Failure("UNAVAILABLE", "The model of meanings has ended, try again");
  }
};

/**
 * Creates the searches for trackers and for sentences, on worker threads. Without `meaning`, only phrases are found, and
 * there is no search for sentences.
 */
export const createFinders = (
  meaning: Meaning | undefined,
  log: Log,
): { trackers: TrackerFinder; sentences: SentenceFinder | undefined } => {
  const pool = new ThreadPool<TrackersRequest, TrackersReply>({
    script: new URL("./trackers-worker.js", import.meta.url),
    limits: SHARE_LIMITS.trackers,
    maxHeapMib: MAX_HEAP_MIB,
    timeoutMs: TIMEOUT_MS,
  });
  const space = meaning?.space ?? "";
  const run = async <Work extends TrackersWork>(
    organizationId: string,
    work: Work,
    signal: AbortSignal | undefined,
  ): Promise<Reply<Work>> =>
    (await pool.run(organizationId, { ...work, space }, signal)) as Reply<Work>;

  /** Computes the vectors of the trackers' examples, and those of the sentences without stored ones. */
  const computeVectors = async (
    organizationId: string,
    rules: readonly TrackerRule[],
    transcripts: readonly TrackedTranscript[],
    signal: AbortSignal | undefined,
  ): Promise<{ vectors: Vectors; examples: Vectors }> => {
    if (!meaning) return { vectors: NO_VECTORS, examples: NO_VECTORS };
    const texts = rules.flatMap((rule) => rule.examples.map(({ text }) => text));
    const examples = await embedTexts(meaning, organizationId, [...new Set(texts)], signal);
    const missing = await run(organizationId, { listTexts: transcripts }, signal);
    return {
      vectors: await embedTexts(meaning, organizationId, missing.texts, signal),
      examples,
    };
  };

  const findTogether: TrackerFinder["find"] = async (
    organizationId,
    { rules, transcripts, minScore, needsVectors },
    signal,
  ) => {
    const known = needsVectors
      ? await computeVectors(organizationId, rules, transcripts, signal)
      : { vectors: NO_VECTORS, examples: NO_VECTORS };
    const request = { find: transcripts, rules, ...known, minScore };
    return (await run(organizationId, request, signal)).calls;
  };

  /** One call that exceeds the limits of a thread must not stop the search in all others. */
  const findEach: TrackerFinder["find"] = async (organizationId, search, signal) => {
    const calls: TrackedCall[] = [];
    for (const transcript of search.transcripts)
      try {
        const single = { ...search, transcripts: [transcript] };
        calls.push(...(await findTogether(organizationId, single, signal)));
      } catch (error) {
        if (!(error instanceof ThreadLimitError)) throw error;
        log.error({ err: error, organization: organizationId }, "a call has too much for trackers");
        calls.push({ ...NOTHING, isTooLarge: true });
      }
    return calls;
  };

  const trackers: TrackerFinder = {
    ready: CONCEPTS.map(({ id, name, by }) => ({ concept: id, name, saidBy: by })),
    asksForOutcome: (question) => OUTCOME_CONCEPTS.has(matchQuestion(question)),
    findsMeanings: meaning !== undefined,
    space,
    listParts: (rules) => listPhraseParts(rules.map(({ phrases }) => phrases)),
    find: async (organizationId, search, signal) => {
      const { rules, transcripts, needsVectors } = search;
      if ((rules.length === 0 && !needsVectors) || transcripts.length === 0)
        return transcripts.map(() => NOTHING);
      try {
        return await findTogether(organizationId, search, signal);
      } catch (error) {
        if (!(error instanceof ThreadLimitError)) throw error;
        return findEach(organizationId, search, signal);
      }
    },
    answer: async (organizationId, { questions, rules: all, transcripts }, signal) => {
      // As in an analysis, the wording decides where a tracker can't be looked for.
      const rules = meaning ? all : all.filter((rule) => !hasMeaning(rule));
      const known = await computeVectors(organizationId, rules, transcripts, signal);
      const work = { answer: transcripts, questions, rules, ...known };
      const hasMeanings = meaning !== undefined;
      try {
        return (await run(organizationId, { ...work, hasMeanings }, signal)).answers;
      } catch (error) {
        if (!(error instanceof ThreadLimitError)) throw error;
        throw new Failure("UNAVAILABLE", "The last calls are too long for these questions");
      }
    },
  };
  /** A text is often searched again with other filters, and preparing it takes 0.1 s. */
  const queries = new Map<string, MeaningQuery>();
  const sentences: SentenceFinder | undefined = meaning && {
    space,
    prepare: async (organizationId, text, signal) => {
      const key = `${organizationId} ${text}`;
      const known = queries.get(key);
      if (known) return known;
      const vectors = await embedTexts(meaning, organizationId, [text], signal);
      const { query } = await run(organizationId, { prepare: vectors.get(text)! }, signal);
      queries.set(key, query);
      if (queries.size > MAX_QUERIES) queries.delete(queries.keys().next().value!);
      return query;
    },
    locate: async (organizationId, calls, signal) =>
      (await run(organizationId, { locate: calls }, signal)).places,
  };
  return { trackers, sentences };
};
