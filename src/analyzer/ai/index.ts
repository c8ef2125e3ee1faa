import type { AiSettings } from "../../ai-settings.js";
import type { Analyze, Transcribe } from "../analyzer.js";
import { type AgainParts, WAITS_MS } from "./again.js";
import { createChat } from "./chat.js";
import type { Limits } from "./exchange.js";
import { type MediaParts, sweep, withAudio } from "./media.js";
import { read } from "./reading.js";
import { withRoles } from "./roles.js";
import { templateOf } from "./template.js";
import { createTranscription } from "./transcription.js";

export interface AiParts extends MediaParts, Pick<AgainParts, "log"> {
  settings: AiSettings;
  waits?: readonly number[];
  /** Of an exchange with either server, if not the usual ones. */
  exchange?: Limits;
}

/** What models make of calls, by the settings. */
export interface Ai {
  analyze: Analyze;
  /** Undefined where there is no model for it. */
  transcribe: Transcribe | undefined;
}

const SWEEP_MS = 60 * 60_000;

export const createAi = (parts: AiParts): Ai => {
  const clear = (): void => void sweep(parts.directory, Date.now()).catch(() => {});
  clear();
  setInterval(clear, SWEEP_MS).unref();
  const { settings, exchange: limits, log, waits = WAITS_MS } = parts;
  const trying: AgainParts = { log, waits, random: Math.random };
  const { contextTokens } = settings;
  const ask = createChat({ ...settings, limits }, trying);
  const analyze: Analyze = async (call, signal) => {
    const asking = { ask, contextTokens };
    const utterances = await withRoles(asking, call, signal);
    const known = { ...call, utterances };
    const process = await templateOf(asking, known, signal);
    const input = await read(asking, known, process, signal);
    return utterances === call.utterances ? input : { ...input, transcript: [...utterances] };
  };
  if (settings.transcriptionModel === undefined) return { analyze, transcribe: undefined };
  const transcription = createTranscription({ ...settings, limits }, trying);
  return {
    analyze,
    transcribe: async (audio, signal) =>
      withAudio({ ...parts, ...trying }, audio, signal, async (file) =>
        transcription(file, signal),
      ),
  };
};
