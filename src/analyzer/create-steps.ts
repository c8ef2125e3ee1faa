import { join } from "node:path";
import type { MediaStorage } from "../../graph/core/ports.js";
import type { Config } from "../config/config.js";
import type { Log } from "../log/log.js";
import type { Destinations } from "../net/destinations.js";
import type { Analyze, Transcribe } from "./analyzer.js";
import type { StorePeaks } from "./embedded/index.js";
import type { AnalyzerOptions } from "./index.js";
import type { Processing } from "./processing.js";

interface StepServices {
  log: Log;
  media: MediaStorage;
  destinations: Destinations;
  storePeaks: StorePeaks;
}

/** Loads a step with the first call: most commands analyse nothing. */
const loadOnce = <Args extends unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result>>,
): ((...args: Args) => Promise<Result>) => {
  let loading: ReturnType<typeof load> | undefined;
  return async (...args) => (await (loading ??= load()))(...args);
};

const createAnalyze = ({ chat }: Config, { log }: StepServices): Analyze =>
  loadOnce(async () => {
    if (!chat) return (await import("./basic/off-main-thread.js")).createRuleAnalysis();
    return (await import("./ai/index.js")).createModelAnalysis({ settings: chat, log });
  });

const createTranscribe = (
  { transcription, dataDir }: Config,
  services: StepServices,
): Transcribe => {
  const options = { ...services, directory: join(dataDir, "analysis") };
  return loadOnce(async () => {
    if (!transcription)
      return (await import("./embedded/index.js")).createEmbeddedTranscriber(options);
    const { createModelTranscription } = await import("./ai/index.js");
    return createModelTranscription({ ...options, settings: transcription });
  });
};

/** Creates the steps of an analysis, as the settings choose them. The analyzer isn't `external`. */
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
