import type { Notice } from "../../db/recordings/notices.js";
import { NoticeList } from "../../graph/recordings/notice-list.js";
import type { AudioBlock } from "./audio-block.js";
import { AudioFileReader } from "./audio-file.js";
import { ChannelListener } from "./channel-listener.js";
import { type AudioGap, decodeAudio } from "./decode-audio.js";
import { isEnglish, isMostlyEnglish, isPlausible } from "./english.js";
import { type HeardPart, recognizePiece } from "./recognize-piece.js";
import { PeakCollector } from "./peaks.js";
import { MODEL_RATE } from "./resampler.js";
import type { SpeechPiece } from "./speech-cutter.js";
import type { SpeechModels } from "./speech-models.js";
import { SpeechError } from "./speech-error.js";
import { surveyAudio } from "./survey.js";
import { watchBlocks } from "./watch-blocks.js";

/** An uninterrupted utterance in one channel, from 0. Times: integer milliseconds from the start of the recording. */
export interface SpokenText {
  channel: number;
  start: number;
  end: number;
  text: string;
}

/** The transcript of a file. */
export interface Transcript {
  /** In the order of start; those of two channels may overlap. */
  utterances: SpokenText[];
  /** 1 if the file is mono, or all its sound is in both channels. */
  speakerChannels: 1 | 2;
  /** What could not be heard. */
  notices: Notice[];
}

/** The file has no transcript, but notices. `understood`: they, with the parts that sound like English, if any. */
export class PartlyHeardError extends SpeechError {
  constructor(
    message: string,
    readonly understood: Transcript,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const toMs = (samples: number): number => Math.round((samples / MODEL_RATE) * 1000);

interface Listener {
  onProgress: (percent: number) => void;
  onPeaks: (peaks: string[]) => void;
}

/** Transcribes a file. Adds to `notices` what it can't hear, also if it throws. */
const transcribeWithNotices = async (
  { recognizer, createDetector }: SpeechModels,
  path: string,
  { onProgress, onPeaks }: Listener,
  notices: NoticeList,
): Promise<Transcript> => {
  await using file = await AudioFileReader.open(path);
  const peaks = new PeakCollector();
  const watchBlock = (block: AudioBlock): void => {
    peaks.push(block);
    onProgress(0);
  };
  const noteGap = ({ kind, start, end }: AudioGap): void =>
    notices.add(kind, kind === "audio_left_out" ? {} : { start, end });
  const { seconds, speakerChannels, furtherChannels } = await surveyAudio(
    watchBlocks(decodeAudio(file, noteGap), watchBlock),
  );
  onPeaks(peaks.finish(speakerChannels));
  const speakers = [...(speakerChannels === 1 ? [0] : [0, 1]), ...furtherChannels];
  const listeners = speakers.map(
    (channel) => [channel, new ChannelListener(createDetector())] as const,
  );
  const utterances: SpokenText[] = [];
  const english: SpokenText[] = [];
  const heard: HeardPart[] = [];
  const recognize = async (channel: number, piece: SpeechPiece): Promise<void> => {
    for (const part of await recognizePiece(recognizer, piece)) {
      heard.push(part);
      const times = { start: toMs(part.start), end: toMs(part.end) };
      const utterance = { channel, ...times, text: part.text };
      if (isEnglish(part)) english.push(utterance);
      if (isPlausible(part)) utterances.push(utterance);
      else notices.add("speech_not_understood", times);
    }
  };
  let done = 0;
  for await (const { channels, sampleRate } of decodeAudio(file)) {
    for (const [channel, listener] of listeners)
      // A file may change from stereo to mono midway.
      for await (const piece of listener.push(channels[channel] ?? channels[0]!, sampleRate))
        await recognize(channel, piece);
    done += channels[0]!.length / sampleRate;
    onProgress(Math.min(99, Math.floor((done / seconds) * 100)));
  }
  for (const [channel, listener] of listeners) {
    const last = listener.finish();
    if (last) await recognize(channel, last);
  }
  const isWhole = isMostlyEnglish(heard);
  if (!isWhole) notices.add("other_language");
  const transcript = {
    utterances: (isWhole ? utterances : english).toSorted((a, b) => a.start - b.start),
    speakerChannels,
    notices: notices.list(),
  };
  if (!isWhole) throw new PartlyHeardError("The recording isn't in English", transcript);
  return transcript;
};

/**
 * Transcribes an audio file of English speech. Reads it twice as a stream, so memory use doesn't depend on its length.
 * `onProgress` receives the percentage done, many times per value; `onPeaks` receives the waveform of each speaker's
 * channel after the first pass.
 * @throws SpeechError if the file can't be decoded, is too long, or has no speech; a PartlyHeardError if it has notices,
 * or speech in another language
 */
export const transcribeFile = async (
  models: SpeechModels,
  path: string,
  onProgress: (percent: number) => void,
  onPeaks: (peaks: string[]) => void = () => {},
): Promise<Transcript> => {
  const notices = new NoticeList();
  try {
    return await transcribeWithNotices(models, path, { onProgress, onPeaks }, notices);
  } catch (error) {
    const found = notices.list();
    if (!(error instanceof SpeechError) || error instanceof PartlyHeardError || found.length === 0)
      throw error;
    const understood: Transcript = { utterances: [], speakerChannels: 1, notices: found };
    throw new PartlyHeardError(error.message, understood, { cause: error });
  }
};
