import type { ParsedUtterance } from "./format.js";
import type { JsonFormat } from "./json-format.js";
import type { JsonReader } from "./json-reader.js";
import {
  joinWords,
  readSpeaker,
  readTimes,
  SECOND,
  speakerOfChannel,
  type Speaker,
  toSingleUtterance,
} from "./json-utterances.js";

const channelsOf = (transcript: JsonReader): JsonReader =>
  transcript.field("results").field("channels");

const readUtterance = (utterance: JsonReader, channels: readonly number[]): ParsedUtterance => ({
  ...(channels.length > 1
    ? speakerOfChannel(utterance.field("channel").channel(), channels)
    : readSpeaker(utterance.field("speaker"))),
  text: utterance.field("transcript").text(),
  ...readTimes(utterance, SECOND),
});

/** Reads the first alternative of a channel: its paragraphs' sentences, else its words, else its text. */
const readChannel = (
  transcript: JsonReader,
  channel: JsonReader,
  speakerOf: (part: JsonReader) => Speaker,
): ParsedUtterance[] => {
  const [alternative] = channel.field("alternatives").items();
  if (!alternative) return [];
  const paragraphs = alternative.field("paragraphs").field("paragraphs");
  if (paragraphs.hasItems)
    return paragraphs.items().flatMap((paragraph) =>
      paragraph
        .field("sentences")
        .items()
        .map((sentence) => ({
          ...speakerOf(paragraph),
          text: sentence.field("text").text(),
          ...readTimes(sentence, SECOND),
        })),
    );
  const words = alternative.field("words");
  if (words.hasItems)
    return joinWords(
      words.items().map((word) => {
        const punctuated = word.field("punctuated_word");
        const text = (punctuated.isPresent ? punctuated : word.field("word")).text();
        return { ...speakerOf(word), text, ...readTimes(word, SECOND) };
      }),
    );
  const duration = transcript.field("metadata").field("duration");
  return toSingleUtterance(alternative.field("transcript").text(), duration.time(SECOND));
};

/** The JSON of Deepgram's pre-recorded audio. */
export const deepgram: JsonFormat = {
  matches: (transcript) => channelsOf(transcript).isList,
  parse: (transcript) => {
    const parts = channelsOf(transcript).items();
    const channels = [...parts.keys()];
    const utterances = transcript.field("results").field("utterances");
    if (utterances.hasItems)
      return utterances.items().map((utterance) => readUtterance(utterance, channels));
    return parts.flatMap((part, channel) =>
      readChannel(transcript, part, (spoken) =>
        channels.length > 1
          ? speakerOfChannel(channel, channels)
          : readSpeaker(spoken.field("speaker")),
      ),
    );
  },
};
