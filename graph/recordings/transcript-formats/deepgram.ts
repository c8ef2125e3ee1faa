import type { NoticeList } from "../notice-list.js";
import type { ParsedUtterance } from "./format.js";
import type { JsonFormat } from "./json-format.js";
import type { JsonReader } from "./json-reader.js";
import {
  createChannelSpeakers,
  joinWords,
  readSegments,
  readSentences,
  readSpeaker,
  SECOND,
  type Speaker,
} from "./json-utterances.js";
import { type ReadUtterance, toParsedUtterances } from "./repair-times.js";

const channelsOf = (transcript: JsonReader): JsonReader =>
  transcript.field("results").field("channels");

/** Reads the first alternative of a channel: its paragraphs' sentences, else its words. */
const readChannel = (
  channel: JsonReader,
  speakerOf: (part: JsonReader) => Speaker,
  notices: NoticeList,
  duration: number | null,
): ParsedUtterance[] => {
  const [alternative] = channel.field("alternatives").items();
  if (!alternative) return [];
  const paragraphs = alternative.field("paragraphs").field("paragraphs").items();
  const sentences = paragraphs.flatMap((paragraph) =>
    readSegments(
      paragraph.field("sentences").items(),
      () => speakerOf(paragraph),
      { unit: SECOND },
      notices,
    ),
  );
  if (sentences.length > 0) return toParsedUtterances(sentences, notices, duration);
  const words = alternative.field("words").items();
  const text = ["punctuated_word", "word"];
  const read = readSegments(words, speakerOf, { unit: SECOND, text }, notices);
  return joinWords(toParsedUtterances(read, notices, duration));
};

/** Merges the texts of channels without times: each sentence has the same share of its channel before it. */
const interleave = (channels: readonly ReadUtterance[][]): ReadUtterance[] =>
  channels
    .flatMap((sentences) =>
      sentences.map((sentence, index) => ({ sentence, share: index / sentences.length })),
    )
    .toSorted((a, b) => a.share - b.share)
    .map(({ sentence }) => sentence);

/** The JSON of Deepgram's pre-recorded audio. */
export const deepgram: JsonFormat = {
  matches: (transcript) =>
    channelsOf(transcript).isList || transcript.field("results").field("utterances").isList,
  parse: (transcript, notices) => {
    const parts = channelsOf(transcript).items();
    const listed = transcript.field("results").field("utterances").items();
    const speakerOfChannel = createChannelSpeakers({
      spoken:
        parts.length > 0
          ? [...parts.keys()]
          : listed.map((utterance) => utterance.field("channel").channel()),
      first: 0,
      count: parts.length,
    });
    const speakerOf = (part: JsonReader, channel: number | undefined): Speaker =>
      speakerOfChannel?.(channel) ?? readSpeaker(part.field("speaker"));
    const utterances = readSegments(
      listed,
      (utterance) => speakerOf(utterance, utterance.field("channel").channel()),
      { unit: SECOND, text: ["transcript"] },
      notices,
    );
    const duration = transcript.field("metadata").field("duration").time(SECOND);
    if (utterances.length > 0) return toParsedUtterances(utterances, notices, duration);
    const detailed = parts.map((part, channel) =>
      readChannel(part, (spoken) => speakerOf(spoken, channel), notices, duration),
    );
    const texts = parts.flatMap((part, channel) => {
      const [alternative] = part.field("alternatives").items();
      if (!alternative || detailed[channel]!.length > 0) return [];
      return [
        readSentences(alternative.field("transcript"), speakerOf(alternative, channel), notices),
      ];
    });
    return [...detailed.flat(), ...toParsedUtterances(interleave(texts), notices, duration)];
  },
};
