import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { SpeakerRole } from "../../../db/recordings/transcript.js";
import type { UtteranceInput } from "../../../graph/recordings/transcript.js";
import { LABELS_BY_ROLE } from "../../../graph/recordings/transcript-formats/speaker-labels.js";
import type { SpokenText, Transcript } from "../../speech/transcribe-file.js";
import type { RetryOptions } from "../../base/model-server/retry.js";
import { DEFAULT_RETRY_DELAYS_MS } from "../ai/retry.js";
import { type Audio, type HeardCall, type Transcribe, UnanalyzableError } from "../analyzer.js";
import { type AudioOptions, sweepStaleFiles, withAudio } from "../ai/audio.js";
import { NotUnderstoodError } from "./speech-child.js";
import { createSpeechPool, type SpeechPoolOptions } from "./speech-pool.js";

export interface EmbeddedOptions extends Omit<AudioOptions, "downloads">, SpeechPoolOptions {
  retryDelaysMs?: readonly number[];
  storePeaks: StorePeaks;
}

/** Stores the waveform of a media file's channels, as base64. */
export type StorePeaks = (
  organizationId: string,
  file: string,
  peaks: readonly string[],
) => Promise<void>;

const chooseRole = (
  { channel }: SpokenText,
  { speakerChannels }: Transcript,
  { repChannel }: Audio,
): SpeakerRole => {
  if (speakerChannels === 1 || channel > 1) return "other";
  return channel === repChannel ? "rep" : "client";
};

const toUtterances = (transcript: Transcript, audio: Audio): UtteranceInput[] =>
  transcript.utterances.map((utterance) => {
    const role = chooseRole(utterance, transcript, audio);
    const { text, start, end } = utterance;
    return { speaker: LABELS_BY_ROLE[role], role, text, start, end };
  });

const toHeardCall = (transcript: Transcript, audio: Audio): HeardCall => ({
  utterances: toUtterances(transcript, audio),
  notices: transcript.notices,
});

/** Creates a transcription with debrief's built-in models: English, one speaker per channel. */
export const createEmbeddedTranscriber = (parts: EmbeddedOptions): Transcribe => {
  sweepStaleFiles(parts.directory);
  const { log, retryDelaysMs = DEFAULT_RETRY_DELAYS_MS } = parts;
  const retryOptions: RetryOptions = { log, delaysMs: retryDelaysMs, random: Math.random };
  const downloads = new FairShares(SHARE_LIMITS.audioDownloads);
  const pool = createSpeechPool(parts);
  const keepPeaks: StorePeaks = async (organizationId, file, peaks) => {
    try {
      await parts.storePeaks(organizationId, file, peaks);
    } catch (error) {
      // The next transcription of the file stores them; the transcript doesn't depend on them.
      log.warn({ err: error, organization: organizationId }, "could not store peaks");
    }
  };
  const audioParts = { ...parts, ...retryOptions, downloads };
  // The process has its own slots. Waiting for one inside an analysis slot would block other calls.
  return async (audio, signal, _inPlace, onProgress = () => {}) => {
    const { organizationId, storedFile } = audio;
    const hear = async ({ path }: { path: string }): Promise<HeardCall> => {
      let peaks: readonly string[] | undefined;
      const onPeaks = (found: readonly string[]): void => void (peaks = found);
      // The file's turn has come; the first part of a long file takes a while.
      onProgress(0);
      try {
        const listener = { onProgress, onPeaks };
        const transcript = await pool.transcribe(organizationId, path, signal, listener);
        return toHeardCall(transcript, audio);
      } catch (error) {
        if (!(error instanceof NotUnderstoodError)) throw error;
        const understood = toHeardCall(error.transcript, audio);
        throw new UnanalyzableError(error.message, { cause: error, understood });
      } finally {
        // Music has peaks, too, although it has no transcript.
        if (peaks && storedFile) await keepPeaks(organizationId, storedFile.file, peaks);
      }
    };
    // A copy takes disk space, so it waits for a slot. A download takes time, so it runs outside a slot and blocks no
    // other call.
    return storedFile
      ? pool.runInTurn(organizationId, () => withAudio(audioParts, audio, signal, hear), signal)
      : withAudio(audioParts, audio, signal, (file) =>
          pool.runInTurn(organizationId, () => hear(file), signal),
        );
  };
};
