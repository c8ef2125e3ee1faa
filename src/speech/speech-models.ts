import { Recognizer } from "./recognizer.js";
import { loadSession } from "./runtime.js";
import { VoiceDetector } from "./voice-detector.js";

/** The loaded models, for one file at a time. */
export interface SpeechModels {
  recognizer: Recognizer;
  /** Creates the detector of one channel. */
  createDetector: () => VoiceDetector;
}

/** Loads the models, which takes about two seconds. */
export const loadSpeechModels = async (): Promise<SpeechModels> => {
  const silero = await loadSession("silero-vad.onnx");
  return { recognizer: await Recognizer.load(), createDetector: () => new VoiceDetector(silero) };
};
