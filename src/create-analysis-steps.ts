import { join } from "node:path";
import type { MediaStorage } from "../graph/core/ports.js";
import type { TrackerFinder } from "../graph/core/tracker-port.js";
import type { Config } from "./base/config/config.js";
import type { Log } from "./base/log/log.js";
import type { Destinations } from "./base/net/destinations.js";
import type { Analyze, Transcribe } from "./analyzer/analyzer.js";
import type { StorePeaks } from "./analyzer/embedded/index.js";
import type { AnalyzerOptions } from "./analyzer/index.js";
import { createFindTrackers, withTrackers } from "./analyzer/trackers/answer-questions.js";
import type { Meaning } from "./meaning/meaning.js";
import type { Processing } from "./analyzer/processing.js";

interface StepServices {
  log: Log;
  media: MediaStorage;
  destinations: Destinations;
  storePeaks: StorePeaks;
  /** Undefined: meanings are not computed. */
  meaning: Meaning | undefined;
  trackers: TrackerFinder;
}

/** Loads a step with the first call: most commands analyse nothing. */
const loadOnce = <Args extends unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): ((...args: Args) => Promise<Result>) => {
  let loading: ReturnType<typeof load> | undefined;
  return async (...args) => (await (loading ??= load()))(...args);
};

const createAnalyze = ({ chat }: Config, { log, meaning, trackers }: StepServices): Analyze => {
  const findTrackers = createFindTrackers(trackers, log);
  return loadOnce(async () => {
    if (!chat) {
      const { createRuleAnalysis } = await import("./analyzer/basic/off-main-thread.js");
      return withTrackers(createRuleAnalysis(meaning && { meaning, log }), findTrackers);
    }
    const { createModelAnalysis } = await import("./analyzer/ai/index.js");
    return createModelAnalysis({ settings: chat, log, findTrackers });
  });
};

const createTranscribe = (
  { transcription, dataDir }: Config,
  services: StepServices,
): Transcribe => {
  const options = { ...services, directory: join(dataDir, "analysis") };
  return loadOnce(async () => {
    if (!transcription)
      return (await import("./analyzer/embedded/index.js")).createEmbeddedTranscriber(options);
    const { createModelTranscription } = await import("./analyzer/ai/index.js");
    return createModelTranscription({ ...options, settings: transcription });
  });
};

/** Creates the analysis steps chosen by the settings. Not for the analyzer `external`. */
export const createSteps = (
  config: Config,
  { transcriber }: Processing,
  services: StepServices,
): Pick<AnalyzerOptions, "analyze" | "transcribe" | "concurrency"> => {
  const { concurrency } = config.chat ?? config.transcription ?? {};
  return {
    analyze: createAnalyze(config, services),
    ...(transcriber !== "none" && { transcribe: createTranscribe(config, services) }),
    ...(concurrency !== undefined && { concurrency }),
  };
};
